// What has become of each test: jest-circus' events in, proctor's events out.
'use strict';

const { wellFormed } = require('./channel.js');

const SEPARATOR = ' > ';
const RETRY_TIMES = Symbol.for('RETRY_TIMES');
const SHORTEST_TIMEOUT = 500;

class Session {
  #channel;
  #printed;
  #messages;
  #wanted;
  #filter;
  #ids = new Map(); // of circus' tests
  #used = new Map(); // ids that were given: the highest number behind them
  #open = new Map(); // id: number
  #numbers = 0;
  #tellsStart = false; // there are test_started events
  #announced = undefined; // a test that is run or skipped next
  #groups = new Map(); // outermost ones: the error that jest-circus made where they are declared
  #skips = new Set(); // tests and groups that were declared by .skip
  #optional = new Set(); // tests of a submission that are left out
  #last = undefined; // the test that is run last
  #timeout = Infinity;
  #builtins = undefined; // of a submission's realm
  #functions = new Map(); // of tests, as they were declared: the function, and whether it is to fail
  #succeeded = new Set(); // tests whose function came to its end
  #assertion = undefined; // of the test that is running: what a matcher has found that failed
  #mayCatch = true; // whether the tests themselves may go on behind it
  #failures = new Map(); // of tests: what they threw, kept where the code under test doesn't come
  failed = false;

  constructor(channel, printed, messages) {
    this.#channel = channel;
    this.#printed = printed;
    this.#messages = messages;
    this.#wanted = channel.wanted;
    this.#filter = channel.wanted.filter === '' ? undefined : new RegExp(channel.wanted.filter, 'u');
  }

  /**
   * An event of a file: `file` as it's named to proctor, `path` in full, `global` of its realm, `isOptional` of a
   * submission's tests, `builtins` of its realm, `mayCatch` whether its tests may catch what assertions throw.
   */
  handle(event, state, { file, path, global, isOptional, builtins, mayCatch }) {
    switch (event.name) {
      case 'setup':
        this.#builtins = builtins;
        this.#mayCatch = mayCatch;
        break;
      case 'start_describe_definition':
        this.#declaredGroup(event, state.currentDescribeBlock);
        break;
      case 'add_test':
        this.#declared(event, state);
        break;
      case 'test_fn_failure':
        this.#failures.set(event.test, event.error);
        break;
      case 'hook_failure':
        if (event.test !== undefined) this.#failures.set(event.test, event.error);
        break;
      case 'test_fn_success':
        this.#succeeded.add(event.test);
        break;
      case 'run_start':
        this.#plan(state, file, path, isOptional);
        break;
      case 'hook_start':
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
        break;
      case 'test_done':
        // If it's to be run again, the last run counts.
        if (event.test.errors.length > 0 && Number.parseInt(global[RETRY_TIMES], 10) > 0) {
          this.#failures.delete(event.test);
          this.#succeeded.delete(event.test);
          break;
        }
        this.#finish(event.test, path);
        break;
      case 'run_finish':
        for (const test of this.#tests(state.rootDescribeBlock)) {
          if (this.#open.has(this.#ids.get(test))) this.#finish(test, path);
        }
        break;
    }
  }

  // Up to jest 28 nothing tells that a test is run, after it is decided that it isn't skipped.
  #startAnnounced() {
    if (this.#announced !== undefined) this.#start(this.#announced);
    this.#announced = undefined;
  }

  #declaredGroup(event, group) {
    if (event.mode === 'skip') this.#skips.add(group);
    if (group.parent?.parent === undefined) this.#groups.set(group, event.asyncError);
  }

  // jest-circus has just made a test of it, the last one of its group.
  #declared(event, state) {
    const { children } = state.currentDescribeBlock;
    const test = children[children.length - 1];
    if (test?.fn !== event.fn) return;
    if (event.mode === 'skip') this.#skips.add(test);
    if (event.concurrent) this.#mayCatch = true; // whose assertion it is can't be told
    else this.#functions.set(test, { fn: event.fn, failing: event.failing });
  }

  /** Why a test that looks as if it had passed hasn't. */
  #doubt(test, path) {
    if (!this.#wanted.exercise) return undefined;
    const changed = this.#builtins?.changed();
    if (changed !== undefined) return `The solution changed ${changed}, which the tests themselves need.`;
    const declared = this.#functions.get(test);
    if (declared !== undefined && (declared.fn !== test.fn || declared.failing !== test.failing)) {
      return 'The solution changed this test.';
    }
    if (this.#failures.has(test)) return this.#message(this.#failures.get(test), path) || 'The test failed.';
    if (this.#assertion !== undefined && !this.#mayCatch && !test.failing) return this.#wordsOf(this.#assertion);
    return this.#succeeded.has(test) ? undefined : 'The test was not run to its end.';
  }

  /** `result`: of a matcher. */
  assertionFailed(result) {
    this.#assertion = result;
  }

  #wordsOf({ message }) {
    let words = '';
    try {
      words = `${message()}\n\n`;
    } catch {
      // What it would show belongs to the code under test.
    }
    return (
      `${words}An assertion failed, and the test went on: what it throws must not be caught by the solution. ` +
      '(Or it belongs to a test before this one, which did not wait for it.)'
    );
  }

  /** Whether a test was started. */
  get hasTested() {
    return this.#numbers > 0;
  }

  /** Whether a test was started and isn't finished. */
  get isTesting() {
    return this.#open.size > 0;
  }

  /** The code under test ends the program. True if that counts as the failure of a test. */
  ended(how) {
    const test = [...this.#ids.keys()].find((each) => this.#open.has(this.#ids.get(each)));
    if (test === undefined) return false;
    test.proctorEnded ??= `The test ended the whole program: ${how} was called`;
    return true;
  }

  #tests(block) {
    return block.children.flatMap((child) => (child.type === 'test' ? [child] : this.#tests(child)));
  }

  #titles(test) {
    const titles = [];
    for (let node = test; node.parent; node = node.parent) titles.unshift(node.name);
    return titles;
  }

  #isDeclaredSkipped(test) {
    for (let node = test; node; node = node.parent) {
      if (this.#skips.has(node)) return true;
    }
    return false;
  }

  // By test, the number of the outermost group that it stands in, from 1; 0 before all groups. For tests that the source
  // doesn't show, such as the rows of test.each. One describe is one number, also where it's called several times.
  #groupNumbers({ children }, path) {
    const groups = children.filter((child) => child.type === 'describeBlock');
    const lines = groups.map((group) => this.#messages.lineIn(path, this.#groups.get(group)));
    const known = [...new Set(lines)].sort((one, other) => one - other);
    const numbers = new Map();
    let number = 0;
    for (const child of children) {
      const index = groups.indexOf(child);
      if (index >= 0) number = lines.includes(undefined) ? index + 1 : known.indexOf(lines[index]) + 1;
      for (const test of child.type === 'test' ? [child] : this.#tests(child)) numbers.set(test, number);
    }
    return numbers;
  }

  #plan(state, file, path, isOptional) {
    const { exercise, failFast, skip } = this.#wanted;
    const tests = this.#tests(state.rootDescribeBlock);
    if (exercise) {
      state.hasFocusedTests = false;
      this.#unskip(state.rootDescribeBlock);
    }
    const tasks = exercise ? this.#groupNumbers(state.rootDescribeBlock, path) : undefined;
    const planned = [];
    for (const test of tests) {
      const titles = this.#titles(test);
      const name = titles.join(SEPARATOR);
      const id = this.#unused(wellFormed(`${file}${SEPARATOR}${name}`));
      this.#ids.set(test, id);
      const isOver = failFast && this.failed;
      const unwanted = isOver || skip.has(id) || !this.#isAskedFor(id) || this.#filter?.test(id) === false;
      if (unwanted) {
        test.mode = 'skip';
        test.proctorUnwanted = true;
      } else if (test.mode !== 'todo') {
        planned.push({ id, name, test: name, file, line: this.#line(test), task: tasks?.get(test) });
        if (isOptional !== undefined && this.#isDeclaredSkipped(test) && isOptional(titles)) {
          test.mode = 'skip';
          this.#optional.add(test);
        } else if (!state.hasFocusedTests || test.mode === 'only') {
          this.#last = test;
        }
      }
    }
    this.#channel.plan(planned);
  }

  // Another one for each of several tests that are called the same. (One of them may be called `name #2` itself.)
  #unused(name) {
    let id = name;
    for (let count = this.#used.get(name) ?? 1; this.#used.has(id); ) {
      id = `${name} #${++count}`;
      this.#used.set(name, count);
    }
    this.#used.set(id, 1);
    return id;
  }

  // The name of a group asks for all that stands in it.
  #isAskedFor(id) {
    const { only } = this.#wanted;
    if (only.size === 0 || only.has(id)) return true;
    for (let end = id.lastIndexOf(SEPARATOR); end > 0; end = id.lastIndexOf(SEPARATOR, end - 1)) {
      if (only.has(id.slice(0, end))) return true;
    }
    return false;
  }

  // Nothing more is run after the first failure.
  #leaveRest() {
    for (const test of this.#ids.keys()) {
      if (!test.proctorFinished) Object.assign(test, { mode: 'skip', proctorUnwanted: true });
    }
  }

  #unskip(block) {
    if (block.mode === 'skip' || block.mode === 'only') block.mode = undefined;
    for (const child of block.children) {
      if (child.type === 'describeBlock') this.#unskip(child);
      else if (child.mode === 'skip' || child.mode === 'only') child.mode = undefined;
    }
  }

  // Where it stands in the project's own file. A submission's tests are looked up in the source instead, as asking
  // for the first stack of an error takes milliseconds.
  #line(test) {
    return this.#wanted.exercise ? undefined : this.#messages.line(test.asyncError?.stack);
  }

  #startFirstOf(block) {
    const first = this.#tests(block).find((test) => test.mode !== 'skip' && test.mode !== 'todo');
    if (first !== undefined && !block.proctorStarted) this.#start(first);
    block.proctorStarted = true;
  }

  #start(test) {
    const id = this.#ids.get(test);
    if (this.#open.has(id) || test.proctorFinished) return;
    const number = ++this.#numbers;
    this.#open.set(id, number);
    this.#assertion = undefined;
    this.#channel.start({ id }, number);
    this.#channel.mark(number);
    this.#printed.testStarts();
  }

  #skipped(test) {
    const id = this.#ids.get(test);
    if (test.proctorUnwanted || id === undefined) return;
    this.#start(test);
    if (this.#wanted.exercise && !this.#optional.has(test)) {
      // All that skipped it was taken away before the first test ran.
      this.failed = true;
      this.#close(test, id, { status: 'fail', message: 'The solution skipped the test instead of passing it.' });
    } else {
      this.#close(test, id, { status: 'skip' });
    }
  }

  #finish(test, path) {
    const id = this.#ids.get(test);
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
      if (this.#wanted.failFast) this.#leaveRest();
    }
    if (this.#wanted.exercise) {
      // A second run of the rest prints once more what was printed while the files were loaded.
      if (this.#wanted.skip.size === 0 && (result.status === 'fail' || test === this.#last)) {
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
  }

  #message(error, path) {
    const text = this.#messages.ofTest(error, path);
    const timeout = /^(?:thrown: )?"?Exceeded timeout of ([\d.,]+) (ms|s) for a (test|hook)/.exec(text);
    if (timeout === null || !this.#wanted.exercise) return text;
    const seconds = Number(timeout[1].replaceAll(',', '')) / (timeout[2] === 'ms' ? 1000 : 1);
    // Another test that waits for ever shouldn't cost as much: the time for all of them is limited.
    this.#timeout = Math.max(SHORTEST_TIMEOUT, Math.min(this.#timeout, seconds * 1000) / 2);
    return (
      `The test didn't finish within ${seconds} s: look for a promise that is never settled, ` +
      'or for a callback that is never called'
    );
  }
}

module.exports = { Session };
