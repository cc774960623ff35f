/* writable data: calls */
/* State outside the caller's context. */
int rtmr_planted(void);

int rtmr_planted(void)
{
    static int calls;

    return ++calls;
}
