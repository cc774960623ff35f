/* coverage/planted/failing$ */
int main(void)
{
    return 3;
}
