// What a test left behind and that fails when the test has had its result: a timer, a promise, a callback of either.
'use strict';

const MOST_TOLD = 5; // of a test

const BEHIND =
  'This failed when the test was over: it did not wait for something that it had started (a timer or a promise).';

class Late {
  #channel;
  #known = new Map(); // tests that were started: how many errors they had, and, when they have ended, their ids
  /** Whether jest-circus knows of a promise that was rejected, whose error it gives to a test later. */
  isWaiting = false;

  constructor(channel) {
    this.#channel = channel;
  }

  started(test) {
    this.#known.set(test, { errors: test.errors.length, id: undefined, told: 0 });
  }

  ended(test, id) {
    this.#known.set(test, { errors: test.errors.length, id, told: 0 });
  }

  isEnded(test) {
    return this.#known.get(test)?.id !== undefined;
  }

  /** What jest-circus has added to the errors of tests since they were last looked at: the test, and the error. */
  added() {
    const found = [];
    for (const [test, known] of this.#known) {
      const { length } = test.errors;
      if (length === known.errors) continue;
      for (const error of test.errors.slice(length < known.errors ? 0 : known.errors)) found.push([test, error]);
      known.errors = length;
    }
    return found;
  }

  /** Makes the result of a test that has ended worse. `isElsewhere`: it isn't the test's own. */
  tell(test, message, isElsewhere = false) {
    const known = this.#known.get(test);
    if (known?.id === undefined || known.told >= MOST_TOLD) return;
    known.told += 1;
    this.#channel.late(known.id, isElsewhere ? message : `${message}\n\n${BEHIND}`);
  }

  /** Whether something was told of it. */
  isTold(test) {
    return this.#known.get(test)?.told > 0;
  }
}

module.exports = { Late };
