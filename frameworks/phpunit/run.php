<?php
// Runs PHPUnit, the project's own or the one that is installed: run.php SECONDS PRIVATE OPTION …
// PHPUnit writes its report for JUnit at its end. If that never comes, the report is made of what its log for TeamCity
// has told until then, and the test that was open is to blame. That log has the reasons of skipped tests, too.
declare(strict_types=1);

[, $seconds, $private] = $argv;
$report = "$private/report.xml";
$log = "$private/teamcity.log";
foreach ([$report, $log] as $file) if (is_file($file)) unlink($file);  // of a run before, of other tests
$own = is_file('vendor/bin/phpunit') ? [PHP_BINARY, 'vendor/bin/phpunit'] : ['phpunit'];
if ($own === ['phpunit'] && trim((string) shell_exec('command -v phpunit')) === '') {
    fwrite(STDERR, "phpunit isn't there: install Debian's phpunit, or run `composer install` in the project.\n");
    exit(127);
}
$paths = [];
$words = [];
foreach (array_slice($argv, 3) as $word) {
    if (strpos($word, '--path=') === 0) $paths[] = substr($word, strlen('--path='));
    else $words[] = $word;
}
$places = places($paths);
if (in_array('--filter', $places, true) && preg_grep('/^--filter/', $words)) {
    fwrite(STDERR, "PHPUnit takes one filter alone: name one file or directory, or leave the filter out.\n");
    exit(2);
}
$options = ['--log-junit', $report, '--log-teamcity', $log, '--colors=never', ...$words, ...$places];
// It stops by itself before the time is over, so that there is a report.
$stop = microtime(true) + $seconds - intdiv((int) $seconds, 10) - 1;
$program = proc_open([...$own, ...$options], [STDIN, STDOUT, STDERR], $pipes);
if (!$program) exit(127);
while (($state = proc_get_status($program))['running'] && microtime(true) < $stop) usleep(10_000);
if ($state['running']) proc_terminate($program, 9);
$code = $state['exitcode'];

/** What PHPUnit is told of globs: one file or directory, or of several files the classes that are called like them. */
function places(array $globs): array
{
    $found = array_filter($globs, 'file_exists');
    if (!$globs || (count($globs) === 1 && $found)) return $found;
    $is_asked = function (string $file) use ($globs): bool {
        foreach ($globs as $glob) {
            if (fnmatch($glob, $file) || fnmatch("*/$glob", $file) || strpos($file, rtrim($glob, '/') . '/') === 0) return true;
        }
        return false;
    };
    $classes = [];
    $directory = new RecursiveCallbackFilterIterator(
        new RecursiveDirectoryIterator('.', FilesystemIterator::SKIP_DOTS),
        fn ($one) => !in_array($one->getFilename(), ['.git', 'vendor', 'node_modules'], true),
    );
    foreach (new RecursiveIteratorIterator($directory) as $one) {
        $file = substr($one->getPathname(), 2);
        if (substr($file, -4) === '.php' && $is_asked($file)) $classes[] = preg_quote(basename($file, '.php'), '~');
    }
    return ['--filter', $classes ? '~(^|\\\\)(' . implode('|', $classes) . ')::~' : '~(?!)~'];
}

/** The messages of the log, each a list of its kind and its attributes. */
function messages(string $log): Generator
{
    static $signs = ['n' => "\n", 'r' => "\r"];
    preg_match_all("/^##teamcity\\[(\\w+)((?: \\w+='(?:[^|']|\\|.)*')*)\\]\$/m", $log, $lines, PREG_SET_ORDER);
    foreach ($lines as [, $kind, $rest]) {
        preg_match_all("/ (\\w+)='((?:[^|']|\\|.)*)'/", $rest, $pairs, PREG_SET_ORDER);
        $values = ['name' => '', 'message' => '', 'details' => ''];
        foreach ($pairs as [, $key, $value]) {
            $values[$key] = preg_replace_callback('/\|(.)/', fn ($found) => $signs[$found[1]] ?? $found[1], $value);
        }
        yield [$kind, $values];
    }
}

$tests = [];
$open = null;
$count = 0;
foreach (messages((string) @file_get_contents($log)) as [$kind, $values]) {
    if ($kind === 'testCount') $count += (int) $values['count'];
    if ($kind === 'testStarted') {
        [$file, $class] = array_pad(explode('::\\', substr($values['locationHint'] ?? '', strlen('php_qn://')), 2), 2, '');
        $open = count($tests);
        $tests[] = ['file' => $file, 'class' => explode('::', $class)[0], 'name' => $values['name'], 'child' => '', 'text' => ''];
    }
    if ($open === null) continue;
    if ($kind === 'testFailed') $tests[$open]['child'] = 'failure';
    if ($kind === 'testIgnored') $tests[$open]['child'] = 'skipped';
    if ($kind === 'testFailed' || $kind === 'testIgnored') $tests[$open]['text'] = trim("$values[message]\n\n$values[details]");
    if ($kind === 'testIgnored') $tests[$open]['text'] = trim($values['message']);
    if ($kind === 'testFinished') $open = null;
}

$xml = new DOMDocument();
if (is_file($report) && filesize($report) > 0 && @$xml->load($report)) {
    $why = [];
    foreach ($tests as $test) if ($test['child'] === 'skipped') $why["$test[class]::$test[name]"] = $test['text'];
    foreach ($why ? $xml->getElementsByTagName('skipped') : [] as $skipped) {
        $test = $skipped->parentNode;
        $reason = $why[$test->getAttribute('class') . '::' . $test->getAttribute('name')] ?? '';
        if ($reason !== '' && !$skipped->hasAttribute('message')) $skipped->setAttribute('message', $reason);
    }
    if ($why) $xml->save($report);
    exit($code);
}
if (!$tests) exit($state['running'] ? 124 : ($state['signaled'] ? 128 + $state['termsig'] : $code));  // as if it had been run without us

$end = $state['running'] ? 'There was no end of it before the time was over: look for an endless loop, or for something that it waits for in vain.'
    : 'The whole program ended with ' . ($state['signaled'] ? "signal $state[termsig]" : "exit code $code") . ': nothing may end it while tests run.';
if ($open !== null) $tests[$open] = ['child' => 'error', 'text' => $end] + $tests[$open];
$suite = $xml->appendChild($xml->createElement('testsuites'))->appendChild($xml->createElement('testsuite'));
if ($open === null) $suite->appendChild($xml->createElement('error'))->setAttribute('message', "$end It happened behind a test.");
foreach ($tests as $test) {
    $case = $suite->appendChild($xml->createElement('testcase'));
    foreach (['name', 'class', 'file'] as $key) $case->setAttribute($key, $test[$key]);
    if ($test['child'] !== '') $case->appendChild($xml->createElement($test['child']))->setAttribute('message', $test['text']);
}
$xml->save($report);
if ($count > count($tests)) {
    file_put_contents("$private/left_out", $count - count($tests) . " of $count tests didn't run: PHPUnit came to its end before.");
}
exit($code > 0 ? $code : 1);
