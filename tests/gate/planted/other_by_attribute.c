/* The macro of the attribute decides what the code is: a compiler without it makes other code.
 * breaks: conditions
 * needs: erasure
 */
#if defined(__GNUC__)
#define RTMR_NODISCARD __attribute__((warn_unused_result))
#else
#define RTMR_NODISCARD
#endif
#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)

RTMR_NODISCARD int planted(int x);

/*@ assigns \nothing;
    ensures five: \result == 5;
*/
int planted(int x)
{
    return sizeof TEXT(RTMR_NODISCARD) == 1 ? x : 5;
}
