// What a test left behind and that fails when the test has had its result: a timer, a promise, a callback of either.
'use strict';

const MOST_TOLD = 5; // of a test

const BEHIND =
  'This failed when the test was over: it did not wait for something that it had started (a timer or a promise).';

class Late {
  #client;
  #ended = new Map(); // tests that have had their result: {id, errors (how many they had), told}

  constructor(client) {
    this.#client = client;
  }

  ended(test, id) {
    this.#ended.set(test, { id, errors: test.errors.length, told: 0 });
  }

  /** What jest-circus has added to the errors of tests since they had their result: the test, and the error. */
  added() {
    const found = [];
    for (const [test, known] of this.#ended) {
      for (const error of test.errors.slice(known.errors)) found.push([test, error]);
      known.errors = test.errors.length;
    }
    return found;
  }

  /** Makes the result of a test that has ended worse. `isOfHook`: the error is that of a hook which was waited for. */
  tell(test, message, isOfHook) {
    const known = this.#ended.get(test);
    if (known === undefined || known.told >= MOST_TOLD) return;
    known.told += 1;
    this.#client.tell('late', { id: known.id, message: isOfHook ? message : `${message}\n\n${BEHIND}` });
  }
}

module.exports = { Late };
