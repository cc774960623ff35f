/* cppcheck: arrayIndexOutOfBounds */
int planted(void);

int planted(void)
{
    int slots[4] = {0, 0, 0, 0};

    return slots[4];
}
