// Which tests there are, what they are called to proctor, and which of them are run.
'use strict';

const { groupNumbers, testsOf, titlesOf } = require('./blocks.js');
const { wellFormed } = require('./channel.js');

const SEPARATOR = ' > ';

class Plan {
  #wanted;
  #messages;
  #filter;
  #ids = new Map(); // of circus' tests
  #used = new Map(); // ids that were given: the highest number behind them
  #groups = new Map(); // outermost ones: the error that jest-circus made where they are declared

  constructor(wanted, messages) {
    this.#wanted = wanted;
    this.#messages = messages;
    this.#filter = wanted.filter === '' ? undefined : new RegExp(wanted.filter, 'u');
  }

  /** A group is declared: `event` is jest-circus' `start_describe_definition`. */
  declaredGroup(event, group) {
    if (group.parent?.parent === undefined) this.#groups.set(group, event.asyncError);
  }

  /**
   * All tests of a file are declared: those that are wanted, as the channel's `plan` has them, while the others are
   * made to be skipped. With `isOver` none is wanted.
   */
  ofFile(state, { file, path, isOver }) {
    const { exercise, skip } = this.#wanted;
    const lineOf = (group) => this.#messages.lineIn(path, this.#groups.get(group));
    const tasks = exercise ? groupNumbers(state.rootDescribeBlock, lineOf) : undefined;
    const planned = [];
    for (const test of testsOf(state.rootDescribeBlock)) {
      const name = titlesOf(test).join(SEPARATOR);
      const whole = `${file}${SEPARATOR}${name}`; // a group may be called like the file
      const id = this.#unused(wellFormed(whole));
      this.#ids.set(test, id);
      if (isOver || skip.has(id) || !this.#isAskedFor(id) || this.#filter?.test(id) === false) {
        leave(test);
      } else if (test.mode !== 'todo' || !exercise) {
        planned.push({ id, name, test: whole, file, line: this.#line(test), task: tasks?.get(test) });
      }
    }
    return planned;
  }

  /** Nothing more is run after the first failure. */
  leaveRest() {
    for (const test of this.#ids.keys()) {
      if (!test.proctorFinished) leave(test);
    }
  }

  /** What a test is called to proctor, or undefined if it was never planned. */
  idOf(test) {
    return this.#ids.get(test);
  }

  /** Whether all tests are to be run that there are. */
  get isOfAll() {
    const { skip, only, filter } = this.#wanted;
    return skip.size === 0 && only.size === 0 && filter === '';
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

  // Where it stands in the project's own file. A submission's tests are looked up in the source instead, as asking
  // for the first stack of an error takes milliseconds.
  #line(test) {
    return this.#wanted.exercise ? undefined : this.#messages.line(test.asyncError?.stack);
  }
}

function leave(test) {
  test.mode = 'skip';
  test.proctorUnwanted = true;
}

module.exports = { Plan, SEPARATOR };
