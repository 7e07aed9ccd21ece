/* Unity's fixtures with the reporter: the project's own unity_fixture.c, whose functions for running tests ask and
 * tell by way of reporter.c. compiler.sh compiles this wherever a makefile compiles its unity_fixture.c. */
#include <stdio.h>

void proctor_unity_wrote(int c);
int proctor_unity_before(const char* group, const char* name, const char* file, long line);
void proctor_unity_after(const char* shown);

#undef UNITY_OUTPUT_CHAR
#undef UNITY_OUTPUT_CHAR_HEADER_DECLARATION
#define UNITY_OUTPUT_CHAR(c) proctor_unity_wrote(c)
#define UnityTestRunner UnityPlainTestRunner
#define UnityIgnoreTest UnityPlainIgnoreTest
#include PROCTOR_UNITY_SOURCE
#undef UnityTestRunner
#undef UnityIgnoreTest

void UnityTestRunner(unityfunction* setup, unityfunction* body, unityfunction* teardown, const char* shown,
                     const char* group, const char* name, const char* file, unsigned int line) {
  if (!testSelected(name) || !groupSelected(group) || !proctor_unity_before(group, name, file, (long)line)) return;
  UnityPlainTestRunner(setup, body, teardown, shown, group, name, file, line);
  proctor_unity_after(shown);
}

/* Before Unity 2.2 the one argument was `shown`, which is "IGNORE_TEST(group, name)". */
void UnityIgnoreTest(const char* shown, const char* group, const char* name) {
  static char of[512], called[512];
  if (__builtin_types_compatible_p(__typeof__(&UnityPlainIgnoreTest), void (*)(const char*))) {
    sscanf(shown, "IGNORE_TEST(%511[^,], %511[^)]", of, called);
    group = of;
    name = called;
  }
  if (!testSelected(name) || !groupSelected(group) || !proctor_unity_before(group, name, NULL, 0)) return;
  ((void (*)(const char*, const char*, const char*))(void (*)(void))UnityPlainIgnoreTest)(shown, group, name);
  proctor_unity_after(shown);
}
