/* claims.toml speaks of what is not there.
 * breaks: claims
 * claims:
 * [excluded]
 * "kernel/gone.c" = "planted"
 */
/*@ assigns \nothing; */
int planted(int x)
{
    return x;
}
