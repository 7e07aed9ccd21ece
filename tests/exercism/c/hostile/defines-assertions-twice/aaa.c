void UnityAssertEqualNumber(void);void UnityAssertEqualNumber(void) { }
