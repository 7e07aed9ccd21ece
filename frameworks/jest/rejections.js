// Waits until node has told of the promises that were rejected so far and that nobody listens to. jest's own way
// (`waitForUnhandledRejections`) is a turn of the event loop: timers that a test has left behind go off in it or don't, as
// fast as the machine is. node tells of such promises in the order in which they were rejected, before any timer, so that
// one more behind them says that all were told of.
'use strict';

const asked = new Map(); // promise: what to call when node tells of it

/** To be called before jest listens. */
function listen() {
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
const told = () => new Promise((resolve) => asked.set(Promise.reject(new Error('not heard on purpose')), resolve));

module.exports = { listen, told };
