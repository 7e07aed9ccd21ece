// What becomes of each test: jest-circus' events in, questions and results out.
'use strict';

const { SEPARATOR, groupNumbers, makeIds, nameOf, placeOf, testsOf, unskip, willRun } = require('./tests.js');

const RETRY_TIMES = Symbol.for('RETRY_TIMES'); // where jest.retryTimes() puts it
const SHORTEST_TIMEOUT = 500;
const MOST_LATE = 5; // of a test
const LATE =
  'This failed when the test was over: it did not wait for something that it had started (a timer or a promise).';

class Session {
  #idOf = makeIds();
  #tests = new Map(); // of the file: {id, answer (if it was asked for), errors (how many when it ended), late}
  #open = new Set(); // those that were begun and haven't ended
  #groups = new Map(); // outermost ones: the error that jest-circus made where they are declared
  #places = new Map(); // the error that jest-circus made where a hook is declared: what to say of that hook
  #latest = undefined; // the test that was begun last
  #timeout = Infinity;
  leftOut = 0; // tests that proctor doesn't want

  /** `parts`: client, printed, messages, exercise. */
  constructor(parts) {
    Object.assign(this, parts);
  }

  /** Whether a test was begun and hasn't ended. */
  get isTesting() {
    return this.#open.size > 0;
  }

  /**
   * An event of a file. `context`: `file` as it's named to proctor, `path` in full, `global` of its realm, `project` if
   * the file is run for several; `runsSkipped`: tests are run that are declared as skipped.
   */
  handle(event, state, context) {
    const { path, global, runsSkipped } = context;
    switch (event.name) {
      case 'start_describe_definition':
        if (!state.currentDescribeBlock.parent?.parent) this.#groups.set(state.currentDescribeBlock, event.asyncError);
        break;
      case 'run_start':
        if (runsSkipped) unskip(state.rootDescribeBlock);
        this.#plan(state, context);
        context.isTold = true;
        break;
      case 'run_describe_start':
        this.#tellLate(path);
        this.#askAhead(event.describeBlock, state);
        break;
      case 'hook_start':
        this.#places.set(event.hook.asyncError, placeOf(event.hook));
        break;
      case 'hook_failure':
        if (event.hook.type === 'afterAll') this.#failedBehind(event, path);
        break;
      case 'test_start':
        if (state.testTimeout > this.#timeout) state.testTimeout = this.#timeout;
        this.#ask(event.test);
        break;
      case 'test_skip':
      case 'test_todo':
        this.#finish(event.test, path, 'skip');
        break;
      case 'test_done':
        // If it's to be run again, the last run counts.
        if (event.test.errors.length > 0 && event.test.invocations <= (Number(global[RETRY_TIMES]) || 0)) break;
        this.#finish(event.test, path);
        break;
      case 'error':
        if (!this.#tellLate(path) && this.exercise) this.#outside(event, path);
        break;
      case 'run_finish':
        for (const test of this.#open) this.#finish(test, path);
      // falls through
      case 'run_describe_finish':
        this.#tellLate(path);
        break;
    }
  }

  #plan({ rootDescribeBlock }, { file, path, project }) {
    const lineOf = (group) => this.messages.lineIn(path, this.#groups.get(group));
    const tasks = this.exercise ? groupNumbers(rootDescribeBlock, lineOf) : undefined;
    const planned = [];
    this.#tests.clear();
    this.#latest = undefined;
    for (const test of testsOf(rootDescribeBlock)) {
      if (test.mode === 'todo' && this.exercise) continue;
      const name = nameOf(test) + (project === undefined ? '' : ` [${project}]`);
      const whole = `${file}${SEPARATOR}${name}`; // a group may be called like the file
      const id = this.#idOf(whole);
      this.#tests.set(test, { id, late: 0 });
      // (A submission's tests are looked up in the source: to ask for the first stack of an error takes milliseconds.)
      const line = this.exercise ? undefined : this.messages.lineIn(path, test.asyncError);
      planned.push({ id, name, test: whole, file, line, task: tasks?.get(test) });
    }
    this.client.tell('plan', { tests: planned });
  }

  // A group's beforeAll prepares its first test, which may hang there, and is for nothing if none is wanted. Tests that
  // run side by side are all begun before the first.
  #askAhead(block, state) {
    const tests = testsOf(block).filter((test) => willRun(test, state));
    if (block.parent === undefined) tests.filter((test) => test.concurrent).forEach((test) => this.#ask(test));
    if (block.hooks.some((hook) => hook.type === 'beforeAll')) tests.find((test) => this.#ask(test));
  }

  // Whether proctor wants it.
  #ask(test) {
    const known = this.#tests.get(test);
    if (known === undefined) return false;
    if (known.answer === undefined) {
      this.printed.take();
      known.answer = this.client.ask(known.id);
      if (known.answer === 'run') {
        this.#open.add(test);
        this.#latest = test;
      } else {
        test.mode = 'skip';
        this.leftOut += 1;
      }
    }
    return known.answer === 'run';
  }

  #finish(test, path, status = 'pass') {
    const known = this.#tests.get(test);
    if (!this.#open.has(test)) return;
    const result = { id: known.id, status };
    if (test.errors.length > 0) {
      result.status = 'fail';
      result.message = test.errors.map((error) => this.#message(error, path)).join('\n\n') || 'The test failed.';
      if (!this.exercise) result.line = this.messages.lineIn(path, test.errors[0]);
    }
    if (typeof test.duration === 'number') result.duration_ms = test.duration;
    const output = this.printed.take();
    if (output && this.#open.size === 1) result.output = output;
    this.#open.delete(test);
    known.errors = test.errors.length;
    this.client.tell('finish', result);
  }

  // jest-circus adds an error that comes late to those of the test that left it behind. False if there is none.
  #tellLate(path) {
    let found = false;
    for (const [test, known] of this.#tests) {
      const added = test.errors.slice(known.errors ?? Infinity);
      if (added.length === 0) continue;
      found = true;
      known.errors = test.errors.length;
      for (const error of added) this.#worse(test, error, path);
    }
    return found;
  }

  // What jest-circus gives to no test (a timer of beforeAll's throws, say) fails the test that was begun last.
  #outside({ error, promise }, path) {
    const test = this.#latest;
    if (promise !== undefined || test === undefined || test.errors.includes(error)) return;
    if (this.#open.has(test)) test.errors.push(error);
    else this.#worse(test, error, path);
  }

  // The tests are over, and jest fails their file: the last of them did so.
  #failedBehind({ error, hook, describeBlock }, path) {
    const last = testsOf(describeBlock).findLast((test) => this.#tests.get(test)?.errors !== undefined);
    if (last !== undefined && this.exercise) this.#worse(last, [error, hook.asyncError], path);
  }

  // Something that a test has left behind makes its result worse; a hook was waited for.
  #worse(test, entry, path) {
    const known = this.#tests.get(test);
    if (++known.late > MOST_LATE) return;
    const isOfHook = Array.isArray(entry) && this.#places.has(entry[1]);
    const message = this.#message(entry, path) || 'The test failed.';
    this.client.tell('late', { id: known.id, message: isOfHook ? message : `${message}\n\n${LATE}` });
  }

  // `entry`: as it stands in a test's `errors`.
  #message(entry, path) {
    const text = this.messages.of(entry, path);
    if (!this.exercise) return text;
    const words = Array.isArray(entry) ? this.#places.get(entry[1]) : undefined;
    const place = words === undefined ? '' : `\n\n${words}`;
    const timeout = /^(?:thrown: )?"?Exceeded timeout of ([\d.,]+) (ms|s) for a (test|hook)/.exec(text);
    if (timeout === null) return text + place;
    const seconds = Number(timeout[1].replaceAll(',', '')) / (timeout[2] === 'ms' ? 1000 : 1);
    // Another test that waits for ever shouldn't cost as much: the time for all of them is limited.
    this.#timeout = Math.max(SHORTEST_TIMEOUT, Math.min(this.#timeout, seconds * 1000) / 2);
    return (
      `The test didn't finish within ${seconds} s: look for a promise that is never settled, ` +
      `or for a callback that is never called${place}`
    );
  }
}

module.exports = { Session };
