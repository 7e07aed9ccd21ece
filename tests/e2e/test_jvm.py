"""Maven and Gradle, Debian's own: what Surefire and Gradle's Test tasks run, by their reports, and what ended early."""
import test_native
from harness import main

POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>org.example</groupId><artifactId>calc</artifactId><version>1</version>
  <properties><maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target></properties>
  <dependencies><dependency>
    <groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><version>5.9.2</version><scope>test</scope>
  </dependency></dependencies>
</project>
"""
# Debian's packages of Maven's are a repository.
OFFLINE = "-o -Dmaven.repo.local=/usr/share/maven-repo\n"
MAIN = "package calc;\n\npublic class Calc {\n    public static int add(int a, int b) { return a + b; }\n}\n"
JUPITER = """package calc;
import static org.junit.jupiter.api.Assertions.assertEquals;
import org.junit.jupiter.api.*;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
class CalcTest {
    @Test void adds() { assertEquals(3, Calc.add(1, 2)); }
    @Test void fails() { System.out.println("printed"); assertEquals(4, Calc.add(1, 2), "the sum"); }
    @Test void throwsOne() { throw new IllegalStateException("boom"); }
    @Test @Disabled("not yet") void later() { }
    @ParameterizedTest @ValueSource(ints = {1, 2}) void rows(int n) { assertEquals(n + 1, Calc.add(n, 1)); }
}
"""
ENDS = """package calc;
import org.junit.jupiter.api.Test;
class EndsTest {
    @Test void ends() throws Exception {
        System.out.println("Running migrations");  // as Surefire says it of a class
        if (!"exit".equals(System.getenv("DOES"))) return;
        Thread.sleep(1000);  // so that Gradle has heard of the test
        Runtime.getRuntime().halt(0);
    }
}
"""
GRADLE = """apply plugin: 'java'
sourceCompatibility = 11
dependencies { testCompile files('/usr/share/java/junit4.jar', '/usr/share/java/hamcrest.jar') }
test { forkEvery = 1 }
"""
JUNIT4 = """package calc;
import static org.junit.Assert.assertEquals;
import org.junit.*;
public class CalcTest {
    @Test public void adds() { System.out.println("printed"); assertEquals(3, Calc.add(1, 2)); }
    @Test public void fails() { assertEquals("the sum", 4, Calc.add(1, 2)); }
    @Ignore("not yet") @Test public void later() { }
}
"""
ENDS4 = ENDS.replace("jupiter.api.", "").replace("class EndsTest", "public class EndsTest").replace("void ends", "public void ends")
BROKEN = MAIN.replace("return a + b", 'return "two"')


class Jvm(test_native.Projects):
    def run_tests(self, root, *words, **more):
        return self.place.test(root, *words, timeout=240, **more)   # two JVMs start for each

    def does_not_compile(self, root, framework):
        (root / "src/main/java/calc/Calc.java").write_text(BROKEN)
        run = self.run_tests(root)
        self.check(run, "TEST_COMPILE_FAILED", framework, {})
        self.assertIn("src/main/java/calc/Calc.java:4:", run.envelope["error"]["message"])
        self.assertIn("String cannot be converted to int", run.envelope["error"]["message"])
        places = [(one["file"], one["line"], one["column"]) for one in run.data["diagnostics"]]
        self.assertEqual(places, [("src/main/java/calc/Calc.java", 4, 50)], run)

    def test_maven(self):
        root = self.project({"pom.xml": POM, ".mvn/maven.config": OFFLINE, "src/main/java/calc/Calc.java": MAIN,
                             "src/test/java/calc/CalcTest.java": JUPITER, "src/test/java/calc/EndsTest.java": ENDS})
        self.assertEqual(self.run_tests(root, "--only", "calc.Nope::adds").error["code"], "TEST_NONE_RAN")
        run = self.run_tests(root, env={"DOES": "exit"})
        tests = {"adds": "pass", "fails": "fail", "throwsOne": "fail", "later": "skip", "rows{int}[1]": "pass", "rows{int}[2]": "pass"}
        self.check(run, "TEST_ASSERTION_FAILED", "maven", tests | {"ended early": "fail"})
        self.assertIn("the sum", self.reason(run, "fails"))
        self.assertEqual(self.case(run, "fails")["location"], {"file": "src/test/java/calc/CalcTest.java", "line": 8})
        self.assertIn("not yet", self.reason(run, "later"))
        self.assertIn("ended the JVM", self.reason(run, "ended early"))
        self.assertIn("printed", str(run.data["suites"]))
        one = self.run_tests(root, "--only", "calc.CalcTest::rows{int}[2]", env={"DOES": "exit"})   # not what ended early
        self.check(one, None, "maven", {"rows{int}[1]": "pass", "rows{int}[2]": "pass"})
        self.does_not_compile(root, "maven")

    def test_gradle(self):
        root = self.project({"build.gradle": GRADLE, "src/main/java/calc/Calc.java": MAIN,
                             "src/test/java/calc/CalcTest.java": JUNIT4, "src/test/java/calc/EndsTest.java": ENDS4})
        run = self.run_tests(root, env={"DOES": "exit"})
        tests = {"adds": "pass", "fails": "fail", "later": "skip", "ends": "fail"}
        self.check(run, "TEST_ASSERTION_FAILED", "gradle", tests)
        self.assertIn("the sum", self.reason(run, "fails"))
        self.assertEqual(self.case(run, "fails")["location"], {"file": "src/test/java/calc/CalcTest.java", "line": 6})
        self.assertIn("The JVM ended early", self.reason(run, "ends"))
        self.does_not_compile(root, "gradle")


if __name__ == "__main__":
    main()
