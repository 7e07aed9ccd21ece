// Waits until node has told of the promises that were rejected so far and that nobody listens to.
//
// jest's own way (`waitForUnhandledRejections`) is a turn of the event loop, in which timers go off that a test started
// and didn't wait for: whether they are its failure then depends on how fast the machine is. node tells of such promises
// in the order in which they were rejected, before any timer, so that one more behind them says that all were told of.
'use strict';

class Rejections {
  #asked = new Map(); // promise: what to call when node tells of it

  constructor() {
    const asked = this.#asked;
    const { emit } = process;
    process.emit = function (name, ...words) {
      const done = name === 'unhandledRejection' ? asked.get(words[1]) : undefined;
      if (done === undefined) return Reflect.apply(emit, this, [name, ...words]);
      asked.delete(words[1]);
      done();
      return true;
    };
  }

  /** Resolved when all of them are known. */
  told() {
    return new Promise((resolve) => {
      this.#asked.set(Promise.reject(new Error('not heard on purpose')), resolve);
    });
  }
}

module.exports = { Rejections };
