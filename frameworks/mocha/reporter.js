// Mocha's own `spec` reporter, which asks and tells proctor as well. Mocha asks whether a test is pending just before it
// runs its hooks and itself: there proctor is asked.
'use strict';

const fs = require('fs');
const path = require('path');
const { inspect } = require('util');
const { Client } = require('./client.js');
const { Messages } = require('./messages.js');
const { packageIn, pathPattern, upwards } = require('./places.js');

const settings = global[Symbol.for('proctor.mocha')]; // of hook.js
const { main, root, directory, globs, ran, before, version, leaveEnvironment, caught, told } = settings;
const home = upwards(path.dirname(main)).find((one) => packageIn(one).name === 'mocha');
const loaded = require(home);
const { reporters, Runner } = loaded.reporters ? loaded : loaded.default;
const {
  EVENT_RUN_BEGIN: RUN, EVENT_RUN_END: END, EVENT_SUITE_BEGIN: SUITE, EVENT_TEST_BEGIN: BEGIN, EVENT_TEST_FAIL: FAIL,
  EVENT_TEST_PASS: PASS, EVENT_TEST_PENDING: PENDING, EVENT_TEST_RETRY: RETRY,
} = Runner.constants;

class Reporter extends reporters.Spec {
  #client;
  #messages = new Messages({ root });
  #tests = new Map(); // each with its fields and proctor's answer
  #used = new Map();  // ids, and how often
  #open;              // the test that runs
  #last;              // the id of the one that finished last
  #flaky = [];

  constructor(runner, options) {
    leaveEnvironment(path.join(directory, 'bin'));
    fs.writeFileSync(told, '');
    const client = Client.fromEnvironment(['skip', 'stop', 'captures'], { version: `${version} (node ${process.versions.node})` });
    const ours = (event, then) => runner.on(event, then);
    let self; // (A result is told before the reporter prints it: what is printed then is no output of the test.)
    ours(RUN, () => self.#begins(runner.suite));
    ours(BEGIN, (test) => self.#begin(test));
    ours(PASS, (test) => self.#finish(test, 'pass'));
    ours(PENDING, (test) => self.#pending(test));
    ours(FAIL, (test, error) => self.#fail(test, error));
    ours(END, () => self.#end());
    super(runner, options);
    self = this;
    this.#client = client;
    ours(SUITE, (suite) => self.#askAhead(suite));
    ours(RETRY, (test) => self.#tests.set('retried', self.#tests.get(test)));
  }

  #begins(suite) {
    if (suite.hasOnly?.()) this.#client.tell('warning', { message: 'mocha runs only the tests that are marked with `.only`.' });
    this.#plan(suite);
  }

  #end() {
    if (this.#flaky.length > 0) {
      this.#client.tell('warning', { message: `mocha ran these again, and only then they passed: ${this.#flaky.join('; ')}.` });
    }
    this.#client.tell('end');
  }

  // Which tests there are. A suite of which nothing is wanted isn't run, and neither are its hooks.
  #plan(suite) {
    const patterns = globs.map((glob) => new RegExp(pathPattern(root, glob), 'u'));
    const planned = suite.tests.map((test) => {
      const known = { fields: this.#describe(test) };
      this.#tests.set(test, known);
      const isPending = test.isPending.bind(test);
      test.isPending = () => (this.#ask(test) === 'run' ? isPending() : true);
      return known.fields;
    });
    const isAsked = patterns.length === 0 || patterns.some((pattern) => pattern.test(suite.tests[0]?.file ?? ''));
    if (planned.length > 0 && (!isAsked || this.#client.tell('plan', { tests: planned }) === 'skip')) suite.tests.length = 0;
    suite.suites.forEach((one) => this.#plan(one));
  }

  #describe(test) {
    const file = path.relative(root, test.file ?? '');
    const again = before[file] ? ` [run ${before[file] + 1}]` : '';
    const name = test.titlePath().join(' > ') + again;
    const whole = `${file} > ${name}`;
    const count = (this.#used.get(whole) ?? 0) + 1;
    this.#used.set(whole, count);
    if (count === 1) fs.appendFileSync(ran, again === '' && !this.#used.has(file) ? `${file}\n` : '');
    this.#used.set(file, 1);
    return { id: count === 1 ? whole : `${whole} #${count}`, name, file };
  }

  // proctor's answer, which is asked for once.
  #ask(test) {
    const known = this.#tests.get(test);
    if (known === undefined) return 'run';
    if (known.answer === undefined) {
      known.answer = this.#client.tell('ask', known.fields);
      if (known.answer === 'run') this.#open = known;
      caught.take();
    }
    return known.answer;
  }

  // What runs before all tests of a suite prepares its first one, which may hang there.
  #askAhead(suite) {
    if (!suite.getHooks?.('beforeAll').length) return;
    const all = (one) => [...one.tests, ...one.suites.flatMap(all)];
    all(suite).find((test) => this.#ask(test) === 'run');
  }

  #begin(test) {
    if (this.#tests.has(test)) return;
    // One more run of a test that has failed, or one that was made while others ran.
    const known = test.currentRetry() > 0 ? this.#tests.get('retried') : { fields: this.#describe(test) };
    this.#tests.set(test, known ?? { fields: this.#describe(test) });
    if (this.#ask(test) !== 'run') test.pending = true;
  }

  #pending(test) {
    const known = this.#tests.get(test);
    if (known?.answer === 'run') this.#finish(test, 'skip');
  }

  #finish(test, status, more = {}) {
    const known = this.#tests.get(test);
    if (known === undefined || known.over) return;
    known.over = true;
    this.#last = known.fields.id;
    if (status === 'pass' && test.currentRetry() > 0) this.#flaky.push(known.fields.name);
    if (this.#open === known) this.#open = undefined;
    this.#client.tell('finish', { ...known.fields, status, duration_ms: test.duration, output: caught.take(), ...more });
  }

  #fail(test, error) {
    const more = this.#explain(test, error);
    if (test.type !== 'hook') {
      const known = this.#tests.get(test);
      if (known?.over) this.#client.tell('late', { id: known.fields.id, message: more.message });
      else this.#finish(test, 'fail', more);
      return;
    }
    more.message += `\n\nThis happened in ${test.title.replace(/ for ".*/u, '')}.`;
    const open = this.#open && [...this.#tests].find(([, known]) => known === this.#open)?.[0];
    if (open) this.#finish(open, 'fail', more);
    else if (this.#last) this.#client.tell('late', { id: this.#last, message: more.message });
    else this.#client.tell('error', { message: more.message });
  }

  #explain(test, error) {
    const file = test.file ?? '';
    const { actual, expected, showDiff } = Object(error);
    const isShown = showDiff !== false && expected !== undefined && !String(Object(error).message).includes('\n');
    const shown = (value) => (typeof value === 'string' ? value : inspect(value, { depth: 5, sorted: true }));
    const diff = isShown ? `\n${reporters.Base.generateDiff(shown(actual), shown(expected)).trimEnd()}` : '';
    return { message: this.#messages.of(error, file) + diff, line: this.#messages.lineIn(file, error) };
  }
}

module.exports = Reporter;
