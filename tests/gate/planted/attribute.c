/* A function whose result must be looked at, as the interface says it.
 * breaks: nothing
 * needs: erasure
 */
#if defined(__GNUC__)
#define RTMR_NODISCARD __attribute__((warn_unused_result))
#else
#define RTMR_NODISCARD
#endif

enum rtmr_status { RTMR_OK = 0 };

RTMR_NODISCARD enum rtmr_status rtmr_planted(int x);

/*@ assigns \nothing;
    ensures ok: \result == RTMR_OK;
*/
enum rtmr_status rtmr_planted(int x)
{
    return x > 0 ? RTMR_OK : RTMR_OK;
}
