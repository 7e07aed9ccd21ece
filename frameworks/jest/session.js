// What has become of each test: jest-circus' events in, proctor's events out.
'use strict';

const { Assertions } = require('./assertions.js');
const { placeOf, testsOf, unskip } = require('./blocks.js');
const { Declared } = require('./declared.js');
const { Late } = require('./late.js');
const { Plan, SEPARATOR } = require('./plan.js');

const RETRY_TIMES = Symbol.for('RETRY_TIMES');
const SHORTEST_TIMEOUT = 500;
const OUTSIDE = {
  words: 'This was thrown outside of the tests, by something that nobody waited for (a timer, for example).',
};

class Session {
  #channel;
  #printed;
  #messages;
  #wanted;
  #plan;
  #open = new Map(); // id: number
  #numbers = 0;
  #tellsStart = false; // there are test_started events
  #announced = undefined; // a test that is run or skipped next
  #timeout = Infinity;
  #builtins = undefined; // of a submission's realm
  #succeeded = new Set(); // tests whose function came to its end
  #failures = new Map(); // of tests: what they threw, kept where the code under test doesn't come
  #latest = undefined; // the test that was begun last
  // What stands beside an error where it isn't the test's own, such as what jest-circus made where a hook is declared.
  #places = new Map([[OUTSIDE, OUTSIDE.words]]);
  #isRejectedOutside = false; // a promise of this file was rejected that belongs to no test
  #late;
  failed = false;
  declared = new Declared();
  assertions = new Assertions((told) => this.#ownerOf(told));

  constructor(channel, printed, messages) {
    this.#channel = channel;
    this.#printed = printed;
    this.#messages = messages;
    this.#late = new Late(channel);
    this.#wanted = channel.wanted;
    this.#plan = new Plan(channel.wanted, messages);
  }

  /**
   * An event of a file: `file` as it's named to proctor, `path` in full, `global` of its realm, `isOptional` of a
   * submission's tests, `builtins` of its realm, `authors` the texts of a submission's files that are the author's.
   */
  handle(event, state, { file, path, global, isOptional, builtins, authors }) {
    switch (event.name) {
      case 'setup':
        this.#builtins = builtins;
        this.#isRejectedOutside = false;
        this.assertions.fileBegins(authors);
        this.declared.fileBegins();
        break;
      case 'start_describe_definition':
        this.#plan.declaredGroup(event, state.currentDescribeBlock);
        break;
      case 'add_test':
        this.#declared(event, state);
        break;
      case 'test_fn_failure':
        this.#failures.set(event.test, event.error);
        break;
      case 'hook_failure':
        if (event.test !== undefined) this.#failures.set(event.test, [event.error, event.hook.asyncError]);
        else if (event.hook.type === 'afterAll') this.#failedBehind(event, path);
        break;
      case 'error':
        this.#outside(event, state, path);
        break;
      case 'run_describe_start':
      case 'run_describe_finish':
        if (this.#late.isWaiting) this.#tellAdded(path);
        break;
      case 'test_fn_success':
        this.#succeeded.add(event.test);
        break;
      case 'run_start':
        this.#planFile(state, { file, path, isOptional });
        break;
      case 'hook_start':
        this.#places.set(event.hook.asyncError, placeOf(event.hook, SEPARATOR));
        // A test may hang in what is prepared for it.
        if (event.hook.type === 'beforeAll') this.#startFirstOf(event.hook.parent);
        if (event.hook.type === 'beforeEach') this.#startAnnounced();
        break;
      case 'test_fn_start':
        this.#startAnnounced();
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
        if (event.test.errors.length > 0 && Number.parseInt(global[RETRY_TIMES], 10) > 0) {
          this.#failures.delete(event.test);
          this.#succeeded.delete(event.test);
          this.assertions.forget(event.test);
          break;
        }
        this.#finish(event.test, path);
        break;
      case 'run_finish':
        for (const test of testsOf(state.rootDescribeBlock)) {
          if (this.#open.has(this.#plan.idOf(test))) this.#finish(test, path);
        }
        this.#tellAdded(path);
        this.#tellAssertions();
        this.#late.isWaiting = false;
        break;
    }
  }

  // Up to jest 28 nothing tells that a test is run, after it is decided that it isn't skipped.
  #startAnnounced() {
    if (this.#announced !== undefined) this.#start(this.#announced);
    this.#announced = undefined;
  }

  // jest-circus has just made a test of it, the last one of its group.
  #declared(event, state) {
    const { children } = state.currentDescribeBlock;
    const test = children[children.length - 1];
    if (test === undefined || test.fn !== event.fn) return;
    this.#plan.declaredTest(event, test);
    if (event.concurrent) this.assertions.leaveOut();
    this.declared.add(test, event);
  }

  /** Why a test that looks as if it had passed hasn't. */
  #doubt(test, path) {
    if (!this.#wanted.exercise) return undefined;
    const changed = this.#builtins?.changed();
    if (changed !== undefined) return `The solution changed ${changed}, which the tests themselves need.`;
    const declared = this.declared.doubt(test);
    if (declared !== undefined) return declared;
    if (this.#failures.has(test)) return this.#message(this.#failures.get(test), path) || 'The test failed.';
    const caught = this.assertions.doubt(test);
    if (caught !== undefined) return caught;
    return this.#succeeded.has(test) ? undefined : 'The test was not run to its end.';
  }

  // Some versions of jest know it. Whoever says that it is another one makes that one's result worse.
  #ownerOf(identity) {
    const told = this.declared.testOf(identity);
    const isKnown = told === this.#latest || this.#late.isEnded(told);
    const isSure = isKnown && this.assertions.judges(told);
    return { test: isSure ? told : this.#latest, isSure };
  }

  // Thrown where nobody listened. jest-circus has just given it to the test that it belongs to, if it knows that.
  #outside({ error, promise }, state, path) {
    if (promise !== undefined) {
      this.#late.isWaiting = true;
      // jest-circus tells of what it keeps there when all tests are over.
      if (state.unhandledRejectionErrorByPromise?.has(promise)) this.#isRejectedOutside = true;
      return;
    }
    if (this.#tellAdded(path) || !this.#wanted.exercise || this.#latest === undefined) return;
    if (this.#late.isEnded(this.#latest)) this.#worse(this.#latest, [error, OUTSIDE], path);
    else this.#failures.set(this.#latest, [error, OUTSIDE]);
  }

  /** Whether jest-circus has given an error to a test. What comes after its end makes its result worse. */
  #tellAdded(path) {
    const added = this.#late.added();
    for (const [test, error] of added) {
      if (this.#late.isEnded(test)) this.#worse(test, error, path);
      else if (!this.#failures.has(test)) this.#failures.set(test, error);
    }
    return added.length > 0;
  }

  // The same where what an assertion threw late was caught.
  #tellAssertions() {
    for (const test of this.assertions.tests) {
      const doubt = this.#wanted.exercise && !this.#late.isTold(test) ? this.assertions.doubt(test) : undefined;
      if (doubt !== undefined) {
        this.failed = true;
        this.#late.tell(test, doubt);
      }
      this.assertions.forget(test);
    }
  }

  // The tests are over, and jest fails their file: the last of them did so.
  #failedBehind({ error, hook, describeBlock }, path) {
    const last = testsOf(describeBlock).findLast((test) => this.#late.isEnded(test));
    if (last !== undefined && this.#wanted.exercise) this.#worse(last, [error, hook.asyncError], path);
  }

  #worse(test, entry, path) {
    this.failed = true;
    const isElsewhere = Array.isArray(entry) && this.#places.has(entry[1]);
    this.#late.tell(test, this.#message(entry, path) || 'The test failed.', isElsewhere);
    if (this.#wanted.failFast) this.#plan.leaveRest();
  }

  /** Whether a test was started. */
  get hasTested() {
    return this.#numbers > 0;
  }

  /** What is to be said beside an error of the file whose tests are over, or undefined. */
  get placeOfRejection() {
    return this.#isRejectedOutside ? OUTSIDE.words : undefined;
  }

  /** Whether all tests are to be run that there are. */
  get isOfAll() {
    return this.#plan.isOfAll;
  }

  /** Whether a test was started and isn't finished. */
  get isTesting() {
    return this.#open.size > 0;
  }

  /** The code under test ends the program. True if that counts as the failure of a test. */
  ended(how) {
    const test = this.#plan.find((each) => this.#open.has(this.#plan.idOf(each)));
    if (test === undefined) return false;
    test.proctorEnded ??= `The test ended the whole program: ${how} was called`;
    return true;
  }

  #planFile(state, of) {
    const { exercise, failFast } = this.#wanted;
    if (exercise) {
      state.hasFocusedTests = false;
      unskip(state.rootDescribeBlock);
      this.declared.seal(state.rootDescribeBlock);
    }
    this.#channel.plan(this.#plan.ofFile(state, { ...of, isOver: failFast && this.failed }));
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
    this.#late.started(test);
    this.#channel.start({ id }, number);
    this.#channel.mark(number);
    this.#printed.testStarts();
  }

  #skipped(test) {
    const id = this.#plan.idOf(test);
    if (test.proctorUnwanted || id === undefined) return;
    this.#start(test);
    if (this.#wanted.exercise && !this.#plan.isOptional(test)) {
      // All that skipped it was taken away before the first test ran.
      this.failed = true;
      this.#close(test, id, { status: 'fail', message: 'The solution skipped the test instead of passing it.' });
    } else {
      this.#close(test, id, { status: 'skip' });
    }
  }

  #finish(test, path) {
    const id = this.#plan.idOf(test);
    if (id === undefined || test.proctorFinished) return;
    this.#start(test);
    const result = { status: 'pass' };
    if (test.proctorEnded !== undefined) {
      result.status = 'fail';
      result.message = test.proctorEnded;
    } else if (test.errors.length > 0) {
      result.status = 'fail';
      result.message = test.errors.map((error) => this.#message(error, path)).join('\n\n') || 'The test failed.';
      const line = this.#wanted.exercise ? undefined : this.#messages.lineIn(path, test.errors[0]);
      if (line !== undefined) result.line = line;
    }
    const doubt = result.status === 'pass' ? this.#doubt(test, path) : undefined;
    if (doubt !== undefined) Object.assign(result, { status: 'fail', message: doubt });
    if (result.status === 'fail') {
      this.failed = true;
      if (this.#wanted.failFast) this.#plan.leaveRest();
    }
    if (this.#wanted.exercise) {
      // A second run of the rest prints once more what was printed while the files were loaded.
      if (this.#wanted.skip.size === 0 && (result.status === 'fail' || this.#plan.isLast(test))) {
        const held = this.#printed.takeHeld();
        if (held !== '') result.output = held;
      }
    }
    if (typeof test.duration === 'number') result.duration_ms = test.duration;
    this.#close(test, id, result);
  }

  #close(test, id, result) {
    test.proctorFinished = true;
    this.#open.delete(id);
    this.#printed.testEnds();
    this.#channel.mark(0);
    this.#channel.finish(id, result);
    this.#late.ended(test, id);
    this.assertions.forget(test);
  }

  // `entry`: as it stands in a test's `errors`.
  #message(entry, path) {
    const text = this.#messages.ofTest(entry, path);
    if (!this.#wanted.exercise) return text;
    const words = Array.isArray(entry) && entry[1] !== undefined ? this.#places.get(entry[1]) : undefined;
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
