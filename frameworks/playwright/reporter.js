// A reporter of Playwright's, which plans, asks and tells. Tests run in workers of Playwright's, which tell this process
// of them, so what isn't wanted is taken out before they start.
'use strict';

const fs = require('fs');
const path = require('path');
const { Client } = require('./client.js');
const { Messages } = require('./messages.js');
const { pathPattern } = require('./places.js');

const { root, globs, ran, before, version } = global[Symbol.for('proctor.playwright')]; // of hook.js
const LEFT_OUT = ['skip', 'fixme'];
const MOST_OUTPUT = 100_000; // characters of one test

class Reporter {
  #client = Client.fromEnvironment(['skip', 'captures'], { version: `${version} (node ${process.versions.node})` });
  #messages = new Messages({ root });
  #known = new Map(); // tests, with their fields and what they printed
  #used = new Map();  // ids, and how often
  #needed = new Set(); // names of the projects that others depend on
  #flaky = [];
  #failed = false;
  #isChosen = false;

  printsToStdio() {
    return false;
  }

  // Where Playwright has it, a reporter may say what is to run. Older ones run what is in the suite when tests begin.
  async preprocess({ config, suite, testRun }) {
    this.#choose(config, suite, (test) => testRun.exclude(test));
  }

  onBegin(config, suite) {
    if (!this.#isChosen) this.#choose(config, suite, takeOut);
  }

  #choose(config, suite, exclude) {
    this.#isChosen = true;
    const patterns = globs.map((glob) => new RegExp(pathPattern(root, glob), 'u'));
    for (const { dependencies = [], teardown } of config.projects) [...dependencies, teardown].forEach((name) => this.#needed.add(name));
    if (suite.allTests().some(isFocused)) {
      this.#client.tell('warning', { message: 'Playwright runs only the tests that are marked with `.only`.' });
    }
    const isAsked = (file) => patterns.length === 0 || patterns.some((pattern) => pattern.test(file));
    const files = new Map();
    for (const test of suite.allTests()) {
      const fields = this.#describe(test);
      this.#known.set(test, { fields, output: '' });
      const key = `${projectOf(test)} ${fields.file}`;
      files.set(key, [...(files.get(key) ?? []), test]);
    }
    for (const tests of files.values()) {
      const answer = isAsked(tests[0].location.file) ? this.#plan(tests) : 'skip';
      const left = answer === 'ok' ? [] : answer === 'skip' ? tests : tests.filter((test) => this.#plan([test]) === 'skip');
      for (const test of left) {
        this.#known.get(test).isLeft = true;
        if (!this.#needed.has(projectOf(test))) exclude(test);
      }
    }
  }

  #plan(tests) {
    return this.#client.tell('plan', { tests: tests.map((test) => this.#known.get(test).fields) });
  }

  #describe(test) {
    const file = path.relative(root, test.location.file);
    const [, project, , ...titles] = test.titlePath();
    const again = [project, before[file] && `run ${before[file] + 1}`].filter(Boolean).map((one) => ` [${one}]`).join('');
    const name = titles.join(' > ') + again;
    const whole = `${file} > ${name}`;
    const count = (this.#used.get(whole) ?? 0) + 1;
    this.#used.set(whole, count);
    if (!this.#used.has(file)) fs.appendFileSync(ran, `${file}\n`);
    this.#used.set(file, 1);
    return { id: count === 1 ? whole : `${whole} #${count}`, name, file, line: test.location.line };
  }

  onTestBegin(test) {
    const known = this.#known.get(test);
    if (known && !known.isLeft && known.answer === undefined) known.answer = this.#client.tell('ask', known.fields);
  }

  onStdOut(chunk, test) {
    const known = this.#known.get(test);
    if (known) known.output = (known.output + chunk).slice(0, MOST_OUTPUT);
  }

  onStdErr(chunk, test) {
    this.onStdOut(chunk, test);
  }

  onTestEnd(test, result) {
    const known = this.#known.get(test);
    if (known?.answer !== 'run' || known.over) return;
    const isAsExpected = result.status === test.expectedStatus;
    if (!isAsExpected && result.status !== 'skipped' && result.retry < test.retries) {
      this.#client.tell('failed', { id: known.fields.id, message: this.#explain(test, result).message });
      return; // Playwright runs it again
    }
    known.over = true;
    if (isAsExpected && result.retry > 0 && result.status !== 'skipped') this.#flaky.push(known.fields.name);
    const { status, ...more } = result.status === 'skipped' ? this.#leftOut(test, result) : this.#verdict(test, result, isAsExpected);
    if (status !== 'pass' && status !== 'skip') this.#failed = true;
    this.#client.tell('finish', { ...known.fields, status, duration_ms: result.duration, output: known.output || undefined, ...more });
  }

  #verdict(test, result, isAsExpected) {
    return isAsExpected ? { status: 'pass' } : { status: 'fail', ...this.#explain(test, result) };
  }

  // A test is skipped where it says so itself. Others haven't run because something before them has failed.
  #leftOut(test, result) {
    const said = [...(result.annotations ?? []), ...test.annotations].find(({ type }) => LEFT_OUT.includes(type));
    if (said || test.expectedStatus === 'skipped') return { status: 'skip', message: said?.description };
    return { status: 'error', message: 'Playwright did not run this test: something that it needs, or that stands before it, has failed.' };
  }

  #explain(test, result) {
    const { file } = test.location;
    const errors = result.errors.map((error) => this.#text(error, file));
    const passed = 'The test passed, and it is marked as one that fails (test.fail).';
    const message = errors.join('\n\n') || (result.status === 'passed' ? passed : `The test ended as ${result.status}.`);
    return { message, line: result.errors[0] && this.#messages.lineIn(file, result.errors[0]) };
  }

  #text(error, file) {
    const shown = error.stack || error.message ? error : { message: `thrown: ${error.value}` };
    return this.#messages.of(shown, file).replaceAll(/\x1b\[[\d;]*m/gu, '');
  }

  // What belongs to no test: a file that can't be loaded, a server or a global setup that fails.
  onError(error) {
    const none = /^Error: No tests found/u.test(error.message ?? '');
    const behind = [...this.#known.values()].some(({ over }) => over);
    const isTold = none && [...this.#known.values()].some(({ isLeft }) => isLeft); // (all were left out as proctor wished)
    if (!isTold) this.#client.tell('error', { message: this.#text(error), ...(none && { none }), ...(behind && { behind }) });
    this.#failed = true;
  }

  onEnd({ status }) {
    if (status !== 'passed' && !this.#failed) {
      const why = status === 'timedout' ? 'the time that its configuration gives all tests (globalTimeout) is over' : `its status is "${status}"`;
      this.#client.tell('error', { message: `Playwright's run failed as a whole: ${why}.`, behind: true });
    }
    if (this.#flaky.length > 0) {
      this.#client.tell('warning', { message: `Playwright ran these again, and only then they passed: ${this.#flaky.join('; ')}.` });
    }
    if (status !== 'interrupted') this.#client.tell('end');
  }
}

const projectOf = (test) => test.titlePath()[1];

/** Whether it or what it stands in is marked with `.only`, by a name that isn't documented. */
const isFocused = (one) => one !== undefined && (one._only === true || isFocused(one.parent));

/** Of a suite's tests, by a name that isn't documented. Without it the test runs, and nobody is told. */
function takeOut(test) {
  const { _entries: entries } = test.parent;
  const at = entries?.indexOf(test) ?? -1;
  if (at >= 0) entries.splice(at, 1);
}

module.exports = Reporter;
