// What becomes of each test: jest-circus' events in, questions and results out.
'use strict';

const { placeOf, testsOf, unskip, willRun } = require('./blocks.js');
const { Late } = require('./late.js');
const { Plan, SEPARATOR } = require('./plan.js');

const RETRY_TIMES = Symbol.for('RETRY_TIMES'); // where jest.retryTimes() puts it
const SHORTEST_TIMEOUT = 500;

class Session {
  #client;
  #printed;
  #messages;
  #exercise;
  #plan;
  #late;
  #answers = new Map(); // of tests that were asked for
  #open = new Set();
  #latest = undefined; // the test that was begun last
  #timeout = Infinity;
  #places = new Map(); // the error that jest-circus made where a hook is declared: what to say of that hook
  leftOut = 0; // tests that proctor doesn't want

  constructor(client, printed, messages, exercise) {
    this.#client = client;
    this.#printed = printed;
    this.#messages = messages;
    this.#exercise = exercise;
    this.#late = new Late(client);
    this.#plan = new Plan(exercise, messages);
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
        this.#plan.declaredGroup(event, state.currentDescribeBlock);
        break;
      case 'run_start':
        if (runsSkipped) unskip(state.rootDescribeBlock);
        context.isTold = true;
        this.#client.tell('plan', { tests: this.#plan.ofFile(state, context) });
        break;
      case 'run_describe_start':
        this.#tellLate(path);
        this.#askAhead(event.describeBlock, state);
        break;
      case 'hook_start':
        this.#places.set(event.hook.asyncError, placeOf(event.hook, SEPARATOR));
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
      case 'test_done': {
        // If it's to be run again, the last run counts.
        const retries = Number.parseInt(global[RETRY_TIMES], 10) || 0;
        if (event.test.errors.length === 0 || event.test.invocations > retries) this.#finish(event.test, path);
        break;
      }
      case 'error':
        if (!this.#tellLate(path) && this.#exercise) this.#outside(event, path);
        break;
      case 'run_describe_finish':
        this.#tellLate(path);
        break;
      case 'run_finish':
        for (const test of this.#open) this.#finish(test, path);
        this.#tellLate(path);
        break;
    }
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
    const id = this.#plan.idOf(test);
    if (id === undefined) return false;
    if (!this.#answers.has(test)) {
      this.#printed.take();
      const answer = this.#client.ask(id);
      this.#answers.set(test, answer);
      if (answer === 'run') {
        this.#open.add(test);
        this.#latest = test;
      } else {
        test.mode = 'skip';
        this.leftOut += 1;
      }
    }
    return this.#answers.get(test) === 'run';
  }

  #finish(test, path, status = 'pass') {
    if (!this.#open.has(test)) return;
    const id = this.#plan.idOf(test);
    const result = { status };
    if (test.errors.length > 0) {
      result.status = 'fail';
      result.message = test.errors.map((error) => this.#message(error, path)).join('\n\n') || 'The test failed.';
      const line = this.#exercise ? undefined : this.#messages.lineIn(path, test.errors[0]);
      if (line !== undefined) result.line = line;
    }
    if (typeof test.duration === 'number') result.duration_ms = test.duration;
    const output = this.#printed.take();
    if (output && this.#open.size === 1) result.output = output;
    this.#open.delete(test);
    this.#client.tell('finish', { id, ...result });
    this.#late.ended(test, id);
  }

  // jest-circus adds an error that comes late to those of the test that left it behind. False if there is none.
  #tellLate(path) {
    const added = this.#late.added();
    for (const [test, error] of added) this.#worse(test, error, path);
    return added.length > 0;
  }

  // What jest-circus gives to no test (a timer of beforeAll's throws, say) fails the test that was begun last.
  #outside({ error, promise }, path) {
    const test = this.#latest;
    if (promise !== undefined || test === undefined || test.errors.includes(error)) return;
    if (!this.#open.has(test)) this.#worse(test, error, path);
    else test.errors.push(error);
  }

  // The tests are over, and jest fails their file: the last of them did so.
  #failedBehind({ error, hook, describeBlock }, path) {
    const last = testsOf(describeBlock).findLast((test) => this.#answers.get(test) === 'run' && !this.#open.has(test));
    if (last !== undefined && this.#exercise) this.#worse(last, [error, hook.asyncError], path);
  }

  #worse(test, entry, path) {
    const isOfHook = Array.isArray(entry) && this.#places.has(entry[1]);
    this.#late.tell(test, this.#message(entry, path) || 'The test failed.', isOfHook);
  }

  // `entry`: as it stands in a test's `errors`.
  #message(entry, path) {
    const text = this.#messages.ofTest(entry, path);
    if (!this.#exercise) return text;
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
