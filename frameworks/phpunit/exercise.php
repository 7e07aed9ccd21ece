<?php

declare(strict_types=1);

// Runs the tests of a learning site's submission with PHPUnit's own classes: exercise.php FILE…

namespace Proctor;

use PHPUnit\Framework\AssertionFailedError;
use PHPUnit\Framework\DataProviderTestSuite;
use PHPUnit\Framework\ErrorTestCase;
use PHPUnit\Framework\ExceptionWrapper;
use PHPUnit\Framework\Test;
use PHPUnit\Framework\TestBuilder;
use PHPUnit\Framework\TestCase;
use PHPUnit\Framework\TestFailure;
use PHPUnit\Framework\TestListener;
use PHPUnit\Framework\TestListenerDefaultImplementation;
use PHPUnit\Framework\TestResult;
use PHPUnit\Framework\WarningTestCase;
use PHPUnit\Runner\Version;
use PHPUnit\Util\Filter;
use PHPUnit\Util\Test as Annotations;
use PHPUnit\Util\TestDox\NamePrettifier;

require_once 'PHPUnit/Autoload.php';
require_once __DIR__ . '/client.php';

/** What an exception says: its text, and the lines of the submission that it came from. */
function told(\Throwable $thrown, string $root): string
{
    $text = $thrown instanceof AssertionFailedError
        ? TestFailure::exceptionToString($thrown)
        : ($thrown instanceof ExceptionWrapper ? $thrown->getClassName() : $thrown::class) . ': ' . $thrown->getMessage();
    $frames = '';
    foreach (explode("\n", Filter::getFilteredStacktrace($thrown)) as $frame) {
        if (str_starts_with($frame, $root)) {
            $frames .= "\n" . substr($frame, strlen($root));
        }
    }
    return trim(str_replace($root, '', $text)) . ($frames === '' ? '' : "\n" . $frames);
}

/** What becomes of the test that runs. */
final class Outcome implements TestListener
{
    use TestListenerDefaultImplementation;

    public string $status = 'pass';
    public ?\Throwable $thrown = null;

    public function addError(Test $test, \Throwable $t, float $time): void
    {
        $this->set('error', $t);
    }

    public function addFailure(Test $test, AssertionFailedError $e, float $time): void
    {
        $this->set('fail', $e);
    }

    public function addIncompleteTest(Test $test, \Throwable $t, float $time): void
    {
        $this->set('skip', $t);
    }

    public function addSkippedTest(Test $test, \Throwable $t, float $time): void
    {
        $this->set('skip', $t);
    }

    private function set(string $status, \Throwable $thrown): void
    {
        [$this->status, $this->thrown] = [$status, $thrown];
    }
}

final class Exercise
{
    private Client $client;
    private TestResult $result;
    private string $root;
    private ?array $open = null; // the test that runs
    private bool $ended = false;
    private bool $passed = true;

    public function __construct()
    {
        $this->client = new Client(['skip', 'stop'], Version::id() . ' (PHP ' . PHP_VERSION . ')');
        $this->root = getcwd() . '/';
        // As in the PHPUnit that exercises are written for, a warning of PHP's is no failure.
        $this->result = new TestResult();
        $this->result->convertDeprecationsToExceptions(false);
        $this->result->convertNoticesToExceptions(false);
        $this->result->convertWarningsToExceptions(false);
        register_shutdown_function($this->lastWords(...));
    }

    public function run(array $files): int
    {
        foreach (glob('*.php') as $file) {
            $this->parse($file);
        }
        if ($this->passed) {
            foreach ($files as $file) {
                if (!$this->file($file)) {
                    break;
                }
            }
        }
        $this->client->tell('end');
        $this->ended = true;
        return $this->passed ? 0 : 1;
    }

    private function error(string $message): void
    {
        $this->passed = false;
        $this->client->tell('error', ['message' => $message]);
    }

    /** As `php -l`. */
    private function parse(string $file): void
    {
        try {
            token_get_all(file_get_contents($file), TOKEN_PARSE);
        } catch (\ParseError $error) {
            $this->error("PHP Parse error:  {$error->getMessage()} in $file on line {$error->getLine()}");
        }
    }

    /** PHP itself ends the process where memory is used up, say: what it has to say is in the test's message. */
    private function lastWords(): void
    {
        $fault = error_get_last();
        if ($this->ended || $fault === null || !($fault['type'] & (E_ERROR | E_CORE_ERROR | E_COMPILE_ERROR | E_PARSE))) {
            return;
        }
        $file = str_replace($this->root, '', $fault['file']);
        $message = "PHP Fatal error:  {$fault['message']} in $file on line {$fault['line']}";
        if ($this->open !== null) {
            $this->client->tell('failed', ['id' => $this->open['id'], 'message' => $message]);
        } else {
            $this->error($message);
        }
    }

    /** Whether the next file is to run. */
    private function file(string $file): bool
    {
        $path = realpath($file);
        $classes = [];
        try {
            require_once $path;
            foreach (get_declared_classes() as $name) {
                $class = new \ReflectionClass($name);
                if ($class->getFileName() === $path && $class->isSubclassOf(TestCase::class) && !$class->isAbstract()) {
                    $classes[] = $class;
                }
            }
            foreach ($classes as $class) {
                foreach (Annotations::getHookMethods($class->getName())['beforeClass'] as $method) {
                    $class->getMethod($method)->invoke(null);
                }
            }
        } catch (\Throwable $thrown) {
            $this->error(told($thrown, $this->root));
            return true;
        }
        $tests = array_merge(...array_map(fn ($class) => $this->tests($class, $file), $classes));
        $this->client->tell('plan', ['tests' => array_column($tests, 0)]);
        foreach ($tests as [$fields, $test]) {
            if (!$this->test($fields, $test)) {
                return false;
            }
        }
        try {
            foreach ($classes as $class) {
                foreach (Annotations::getHookMethods($class->getName())['afterClass'] as $method) {
                    $class->getMethod($method)->invoke(null);
                }
            }
        } catch (\Throwable $thrown) {
            $this->error(told($thrown, $this->root));
        }
        return true;
    }

    /** Each test of a class, with what proctor is told of it. */
    private function tests(\ReflectionClass $class, string $file): array
    {
        $tests = [];
        foreach ($class->getMethods(\ReflectionMethod::IS_PUBLIC) as $method) {
            if ($method->getDeclaringClass()->getName() === TestCase::class || !Annotations::isTestMethod($method) && !self::attributes($method, 'Test')) {
                continue;
            }
            $whole = "$file::{$class->getName()}::{$method->getName()}";
            $name = self::attributes($method, 'TestDox')[0][0]
                ?? Annotations::parseTestMethodAnnotations($class->getName(), $method->getName())['method']['testdox'][0]
                ?? (new NamePrettifier())->prettifyTestMethod($method->getName());
            foreach ($this->rows($class, $method) as $row => $test) {
                $more = match (true) {
                    $row === '' => '',
                    is_int($row) => " with data set #$row",
                    default => " with data set \"$row\"",
                };
                $fields = ['id' => $whole . $more, 'name' => $name . $more, 'file' => $file, 'line' => $method->getStartLine()];
                $tests[] = [$more === '' ? $fields : $fields + ['test' => $whole], $test];
            }
        }
        return $tests;
    }

    /** A test for each set of data; one under '' where there are none. Attributes are newer than Debian's PHPUnit. */
    private function rows(\ReflectionClass $class, \ReflectionMethod $method): array
    {
        $name = $method->getName();
        $rows = [];
        try {
            foreach (self::attributes($method, 'DataProvider') as [$provider]) {
                $data = $class->getMethod($provider)->invoke(null);
                foreach ($data as $key => $values) {
                    is_int($key) ? $rows[] = $values : $rows[$key] = $values;
                }
            }
        } catch (\Throwable $thrown) {
            return ['' => new ErrorTestCase("The data provider of $name failed: " . told($thrown, $this->root))];
        }
        foreach (self::attributes($method, 'TestWith') as [$values]) {
            $rows[] = $values;
        }
        if ($rows) {
            $of = fn ($values, $key) => $class->newInstance($name, (array) $values, $key);
            return array_combine(array_keys($rows), array_map($of, $rows, array_keys($rows)));
        }
        $test = (new TestBuilder())->build($class, $name);
        if (!$test instanceof DataProviderTestSuite) {
            return ['' => $test];
        }
        foreach ($test->tests() as $each) {
            $rows[$each instanceof TestCase ? $each->dataName() : count($rows)] = $each;
        }
        return $rows;
    }

    /** The arguments of each of the method's attributes of that name. */
    private static function attributes(\ReflectionMethod $method, string $name): array
    {
        return array_map(
            static fn ($attribute) => array_values($attribute->getArguments()),
            $method->getAttributes("PHPUnit\\Framework\\Attributes\\$name"),
        );
    }

    /** Whether the next test is to run. */
    private function test(array $fields, Test $test): bool
    {
        $answer = $this->client->ask($fields);
        if ($answer !== 'run') {
            return $answer !== 'stop';
        }
        $outcome = new Outcome();
        $this->result->addListener($outcome);
        $this->open = $fields;
        $begin = hrtime(true);
        try {
            $test->run($this->result);
        } catch (\Throwable $thrown) {
            [$outcome->status, $outcome->thrown] = ['error', $thrown];
        }
        $this->result->removeListener($outcome);
        if ($test instanceof WarningTestCase) {
            [$outcome->status, $outcome->thrown] = ['error', new \Exception($test->getMessage())];
        }
        try {
            // PHPUnit holds back what a test prints.
            if ($test instanceof TestCase && !$test->hasExpectationOnOutput()) {
                fwrite(STDOUT, $test->getActualOutput());
            }
        } catch (\Throwable) { // the stream is closed
        }
        $this->open = null;
        $message = $outcome->thrown === null ? null : told($outcome->thrown, $this->root);
        if ($message !== null && $outcome->status !== 'skip') {
            $message = preg_replace('/^.*?::/', '', $fields['id']) . "\n" . $message;
        }
        $this->passed = $this->passed && in_array($outcome->status, ['pass', 'skip'], true);
        $this->client->tell('finish', $fields + [
            'status' => $outcome->status,
            'message' => $message,
            'duration_ms' => round((hrtime(true) - $begin) / 1e6, 3),
        ]);
        return true;
    }
}

$files = array_slice($argv, 1);
$argv = $_SERVER['argv'] = array_slice($argv, 0, 1);
exit((new Exercise())->run($files));
