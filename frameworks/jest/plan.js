// Which tests there are, and what they are called to proctor.
'use strict';

const { groupNumbers, testsOf, titlesOf } = require('./blocks.js');

const SEPARATOR = ' > ';

class Plan {
  #exercise;
  #messages;
  #ids = new Map(); // of circus' tests
  #used = new Map(); // ids that were given: the highest number behind them
  #groups = new Map(); // outermost ones: the error that jest-circus made where they are declared

  constructor(exercise, messages) {
    this.#exercise = exercise;
    this.#messages = messages;
  }

  /** A group is declared: `event` is jest-circus' `start_describe_definition`. */
  declaredGroup(event, group) {
    if (group.parent?.parent === undefined) this.#groups.set(group, event.asyncError);
  }

  /**
   * All tests of a file are declared: as proctor's `plan` has them. `project` (optional): what tells this run of the file
   * from those of the other projects of jest's configuration.
   */
  ofFile(state, { file, path, project }) {
    const lineOf = (group) => this.#messages.lineIn(path, this.#groups.get(group));
    const tasks = this.#exercise ? groupNumbers(state.rootDescribeBlock, lineOf) : undefined;
    const planned = [];
    for (const test of testsOf(state.rootDescribeBlock)) {
      if (test.mode === 'todo' && this.#exercise) continue;
      const name = titlesOf(test).join(SEPARATOR) + (project === undefined ? '' : ` [${project}]`);
      const whole = `${file}${SEPARATOR}${name}`; // a group may be called like the file
      const id = this.unused(whole);
      this.#ids.set(test, id);
      planned.push({ id, name, test: whole, file, line: this.#line(test), task: tasks?.get(test) });
    }
    return planned;
  }

  /** What a test is called to proctor, or undefined if it was never planned. */
  idOf(test) {
    return this.#ids.get(test);
  }

  /** Another one for each of several tests that are called the same. (One of them may be called `name #2` itself.) */
  unused(name) {
    const whole = Buffer.from(name, 'utf8').toString('utf8'); // as the client sends it
    let id = whole;
    for (let count = this.#used.get(whole) ?? 1; this.#used.has(id); ) {
      id = `${whole} #${++count}`;
      this.#used.set(whole, count);
    }
    this.#used.set(id, 1);
    return id;
  }

  // Where it stands in the project's own file. A submission's tests are looked up in the source instead, as asking
  // for the first stack of an error takes milliseconds.
  #line(test) {
    return this.#exercise ? undefined : this.#messages.line(test.asyncError?.stack);
  }
}

module.exports = { Plan, SEPARATOR };
