/* Unity's fixtures with the reporter: the project's own unity_fixture.c, whose functions for running tests ask and
 * tell by way of reporter.c. compiler.sh compiles this wherever a makefile compiles its unity_fixture.c. */
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

void UnityIgnoreTest(const char* shown, const char* group, const char* name) {
  if (!testSelected(name) || !groupSelected(group) || !proctor_unity_before(group, name, NULL, 0)) return;
  UnityPlainIgnoreTest(shown, group, name);
  proctor_unity_after(shown);
}
