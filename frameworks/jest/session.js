// What has become of each test: jest-circus' events in, proctor's events out.
'use strict';

const { placeOf, testsOf, unskip } = require('./blocks.js');
const { Late } = require('./late.js');
const { Plan, SEPARATOR } = require('./plan.js');

const RETRY_TIMES = Symbol.for('RETRY_TIMES');
const SHORTEST_TIMEOUT = 500;

class Session {
  #channel;
  #printed;
  #messages;
  #wanted;
  #plan;
  #late;
  #open = new Map(); // id: number
  #numbers = 0;
  #tellsStart = false; // there are test_started events
  #announced = undefined; // a test that is run or skipped next
  #latest = undefined; // the test that was begun last
  #timeout = Infinity;
  #places = new Map(); // the error that jest-circus made where a hook is declared: what to say of that hook
  failed = false;

  constructor(channel, printed, messages) {
    this.#channel = channel;
    this.#printed = printed;
    this.#messages = messages;
    this.#late = new Late(channel);
    this.#wanted = channel.wanted;
    this.#plan = new Plan(channel.wanted, messages);
  }

  /** Whether all tests are to be run that there are. */
  get isOfAll() {
    return this.#plan.isOfAll;
  }

  /** Whether a test was started and isn't finished. */
  get isTesting() {
    return this.#open.size > 0;
  }

  /**
   * An event of a file: `file` as it's named to proctor, `path` in full, `global` of its realm; `runsSkipped`: tests are
   * run that are declared as skipped.
   */
  handle(event, state, { file, path, global, runsSkipped }) {
    switch (event.name) {
      case 'start_describe_definition':
        this.#plan.declaredGroup(event, state.currentDescribeBlock);
        break;
      case 'run_start':
        if (runsSkipped) unskip(state.rootDescribeBlock);
        this.#channel.plan(this.#plan.ofFile(state, { file, path, isOver: this.#wanted.failFast && this.failed }));
        break;
      case 'hook_start':
        this.#places.set(event.hook.asyncError, placeOf(event.hook, SEPARATOR));
        // A test may hang in what is prepared for it.
        if (event.hook.type === 'beforeAll') this.#startFirstOf(event.hook.parent);
        if (event.hook.type === 'beforeEach') this.#startAnnounced();
        break;
      case 'hook_failure':
        if (event.hook.type === 'afterAll') this.#failedBehind(event, path);
        break;
      case 'test_start':
        if (state.testTimeout > this.#timeout) state.testTimeout = this.#timeout;
        if (!this.#tellsStart) this.#announced = event.test;
        break;
      case 'test_started':
        this.#tellsStart = true;
        this.#announced = undefined;
        this.#start(event.test);
        break;
      case 'test_fn_start':
        this.#startAnnounced();
        break;
      case 'test_skip':
        this.#announced = undefined;
        this.#skipped(event.test);
        break;
      case 'test_todo':
        this.#announced = undefined;
        if (!this.#wanted.exercise) this.#skipped(event.test);
        break;
      case 'test_done':
        // If it's to be run again, the last run counts.
        if (event.test.errors.length > 0 && Number.parseInt(global[RETRY_TIMES], 10) > 0) break;
        this.#finish(event.test, path);
        break;
      case 'error':
        if (!this.#tellLate(path) && this.#wanted.exercise) this.#outside(event, path);
        break;
      case 'run_describe_start':
      case 'run_describe_finish':
        this.#tellLate(path);
        break;
      case 'run_finish':
        for (const test of testsOf(state.rootDescribeBlock)) {
          if (this.#open.has(this.#plan.idOf(test))) this.#finish(test, path);
        }
        this.#tellLate(path);
        break;
    }
  }

  // Up to jest 28 nothing tells that a test is run, after it is decided that it isn't skipped.
  #startAnnounced() {
    if (this.#announced !== undefined) this.#start(this.#announced);
    this.#announced = undefined;
  }

  #startFirstOf(block) {
    const first = testsOf(block).find((test) => test.mode !== 'skip' && test.mode !== 'todo');
    if (first !== undefined && !block.proctorStarted) this.#start(first);
    block.proctorStarted = true;
  }

  #start(test) {
    this.#latest = test;
    const id = this.#plan.idOf(test);
    if (this.#open.has(id) || test.proctorFinished) return;
    const number = ++this.#numbers;
    this.#open.set(id, number);
    this.#channel.start(id, number);
    this.#channel.mark(number);
    this.#printed.startAnew();
  }

  #skipped(test) {
    const id = this.#plan.idOf(test);
    if (test.proctorUnwanted || id === undefined) return;
    this.#start(test);
    this.#close(test, id, { status: 'skip' });
  }

  #finish(test, path) {
    const id = this.#plan.idOf(test);
    if (id === undefined || test.proctorFinished) return;
    this.#start(test);
    const result = { status: 'pass' };
    if (test.errors.length > 0) {
      this.#hasFailed();
      result.status = 'fail';
      result.message = test.errors.map((error) => this.#message(error, path)).join('\n\n') || 'The test failed.';
      const line = this.#wanted.exercise ? undefined : this.#messages.lineIn(path, test.errors[0]);
      if (line !== undefined) result.line = line;
    }
    if (typeof test.duration === 'number') result.duration_ms = test.duration;
    this.#close(test, id, result);
  }

  #close(test, id, result) {
    test.proctorFinished = true;
    this.#open.delete(id);
    this.#printed.startAnew();
    this.#channel.mark(0);
    this.#channel.finish(id, result);
    this.#late.ended(test, id);
  }

  #hasFailed() {
    this.failed = true;
    if (this.#wanted.failFast) this.#plan.leaveRest();
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
    if (test.proctorFinished) this.#worse(test, error, path);
    else test.errors.push(error);
  }

  // The tests are over, and jest fails their file: the last of them did so.
  #failedBehind({ error, hook, describeBlock }, path) {
    const last = testsOf(describeBlock).findLast((test) => test.proctorFinished);
    if (last !== undefined && this.#wanted.exercise) this.#worse(last, [error, hook.asyncError], path);
  }

  #worse(test, entry, path) {
    this.#hasFailed();
    const isOfHook = Array.isArray(entry) && this.#places.has(entry[1]);
    this.#late.tell(test, this.#message(entry, path) || 'The test failed.', isOfHook);
  }

  // `entry`: as it stands in a test's `errors`.
  #message(entry, path) {
    const text = this.#messages.ofTest(entry, path);
    if (!this.#wanted.exercise) return text;
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
