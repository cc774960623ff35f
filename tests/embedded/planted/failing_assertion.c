/* not so: 1 == 2 */
#include <cmocka.h>

static void passes(void **state)
{
    (void)state;
    assert_true(1);
}

static void fails(void **state)
{
    (void)state;
    assert_int_equal(1, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(passes), cmocka_unit_test(fails), cmocka_unit_test(passes)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
