void __wrap_UnityAssertEqualNumber(void);void __wrap_UnityAssertEqualNumber(void) { }
