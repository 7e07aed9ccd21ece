// The `testResultsProcessor` of jest: what all of it came to, beside the tests that told of themselves.
'use strict';

const fs = require('fs');
const path = require('path');
const { SEPARATOR, makeIds } = require('./tests.js');

const MOST_TAIL = 16384; // characters
const TEARDOWN = /Jest: Got error running globalTeardown[^]*/;

let shared;
let isOver = false; // proctor knows all that jest had to say
let hasFailed = false; // and that it ends with another code than 0
let tail = ''; // what jest itself printed last
let before = ''; // the same until it was over
const warned = new Set(); // of what jest has warned

const keep = (text) => (tail = (tail + text).slice(-MOST_TAIL));
const plain = (text) => text.replace(/\x1b\[[\d;]*m/g, '').trim();

/**
 * What the processor works with. `own`: the path of the project's own, if it has one; `none`: what to say if there are no
 * test files (empty: nothing); `ran`: a file that is told which were run.
 */
function attach(parts) {
  shared = parts;
  const { write } = process.stderr;
  process.stderr.write = (...words) => {
    keep(String(words[0]));
    return write.apply(process.stderr, words);
  };
  const { write: writeOut } = process.stdout;
  process.stdout.write = (...words) => {
    if (/^(?:\S+ )?jest-haste-map: /.test(words[0])) warned.add(plain(String(words[0])));
    return writeOut.apply(process.stdout, words);
  };
  process.on('uncaughtExceptionMonitor', (error) => keep(`${error?.stack ?? error}\n`));
  process.on('exit', atExit);
}

function fail(message, kind = {}) {
  hasFailed = true;
  shared.client.tell('error', { message, ...kind });
}

/** A test file can't be run, or something in it fails behind its tests. */
function fileFails({ testExecError, testFilePath, testResults }) {
  const { messages, root, exercise } = shared;
  const reason = messages.of(testExecError) || `The tests in ${path.basename(testFilePath)} can't be run.`;
  const file = path.relative(root, testFilePath);
  const behind = testResults.length > 0;
  fail(exercise ? reason : `${file}: ${reason}`, { behind });
  // It counts as one error.
  const name = behind ? '[failed]' : '[not loaded]';
  const id = `${file}${SEPARATOR}${name}`;
  // Of a worker that was ended the test that it was in tells.
  const isWorker = /A jest worker process \(pid=\d+\) was terminated/.test(reason);
  if (!exercise && !isWorker && shared.client.ask(id, { name, file }) === 'run') {
    shared.client.tell('finish', { id, status: 'error', message: reason });
  }
}

/** Another runner than jest-circus ran the file: its results are all that is known. */
function tellTests({ testFilePath, testResults }) {
  const { client, root } = shared;
  const file = path.relative(root, testFilePath);
  const idOf = makeIds();
  for (const { ancestorTitles, title, status, failureMessages, duration, location } of testResults) {
    const name = [...ancestorTitles, title].join(SEPARATOR);
    const id = idOf(file + SEPARATOR + name);
    if (client.ask(id, { name, file, line: location?.line }) !== 'run') continue;
    const result = { id, status: { passed: 'pass', failed: 'fail' }[status] ?? 'skip', duration_ms: duration ?? undefined };
    if (failureMessages.length > 0) result.message = shared.messages.text(failureMessages.join('\n\n'));
    client.tell('finish', result);
  }
}

const obsolete = ({ uncheckedKeysByFile }) =>
  (uncheckedKeysByFile ?? []).map(({ filePath, keys }) => `\n${path.relative(shared.root, filePath)}: ${keys.join(', ')}`).join('');

/** What jest warns of while all tests pass. */
function warn({ success, snapshot }) {
  if (success && snapshot.unchecked > 0) warned.add(`Some snapshots are obsolete (jest -u removes them).${obsolete(snapshot)}`);
  for (const message of warned) shared.client.tell('warning', { message: `jest warns: ${message}` });
}

/** No test has failed, and jest itself says that all isn't well. Returns whether that counts. */
function failsBehind({ snapshot, testResults }) {
  const reasons = plain(tail).match(/^Jest: .*$/gm) ?? [];
  const isCoverage = reasons.length > 0 && reasons.every((reason) => reason.includes('threshold')) && !snapshot.failure;
  if (isCoverage && testResults.some((file) => file.proctor?.leftOut > 0)) {
    const message = 'coverageThreshold was not checked, as only some of the tests were to be run.';
    shared.client.tell('warning', { message });
    return false;
  }
  if (snapshot.failure) reasons.push(`There are obsolete snapshots (jest -u removes them).${obsolete(snapshot)}`);
  fail(`jest says that the run failed, and no test did.\n\n${reasons.join('\n') || plain(tail)}`, { behind: true });
  return true;
}

function lookAt(results) {
  for (const file of results.testResults) {
    if (file.testExecError) fileFails(file);
    else if (!file.proctor?.isTold) tellTests(file);
  }
  if (results.numTotalTestSuites === 0 && shared.none) fail(shared.none, { none: true });
  if (shared.ran) {
    const files = results.testResults.map(({ testFilePath }) => path.relative(shared.root, testFilePath));
    fs.appendFileSync(shared.ran, files.map((file) => `${file}\n`).join(''));
  }
  const failed = results.numFailedTests > 0 || results.numRuntimeErrorTestSuites > 0;
  hasFailed ||= failed;
  if (!results.success && !failed) results.success = !failsBehind(results);
  if (!shared.exercise) warn(results);
  isOver = true;
  [before, tail] = [tail, ''];
  shared.client.tell('end');
  return results;
}

// (Up to jest 28 a processor can't be asynchronous.)
function processResults(given) {
  const own = shared.own && require(shared.own);
  const results = own ? (own.default ?? own)(given) : given;
  return typeof results?.then === 'function' ? results.then(lookAt) : lookAt(results);
}

// jest, or what a test has left behind, may fail the run when all tests have their results.
function atExit(code) {
  const left = /^(?:A worker process has failed to exit gracefully|Force exiting Jest)[^]*?(?=\n\n|$)/m.exec(plain(tail));
  if (isOver && left !== null) shared.client.tell('warning', { message: `jest warns: ${left[0]}` });
  if (code === 0 || hasFailed) return;
  const teardown = TEARDOWN.exec(plain(tail));
  if (!isOver && teardown === null) return; // a test has ended the process
  const said = teardown?.[0] ?? plain(tail || before);
  fail(`jest ended with code ${code}, and no test failed.\n\n${shared.messages.text(said)}`, { behind: true });
  if (!isOver) shared.client.tell('end');
}

module.exports = processResults;
module.exports.attach = attach;
