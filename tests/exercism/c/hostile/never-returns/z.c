void behind_the_tests(void) __attribute__((section("lift")));
void behind_the_tests(void)
{
}
