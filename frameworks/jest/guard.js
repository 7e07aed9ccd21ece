// Ways to end the process or to take its descriptors from it that a student's program may go by mistake. Whoever
// means it finds others: then the process is gone, and proctor starts it again without the culprit.
'use strict';

const fs = require('fs');
const { writeAll } = require('./channel.js');
const { watchMatchers } = require('./protect.js');

/** `exit`, `abort` and `kill` of the tests' own `process`: they end the test, not the run. */
function guardProcess(target, session, onOutside) {
  const { pid, ppid } = process;
  const kill = process.kill.bind(process);
  const end = (how) => {
    const error = new Error(`${how} was called`);
    if (!session.ended(how)) onOutside(how, error);
    throw error;
  };
  const replace = (name, value) =>
    Object.defineProperty(target, name, { value, configurable: true, enumerable: true, writable: true });
  const shown = (values) => values.filter((value) => value !== undefined).map(String).join(', ');
  replace('exit', (code) => end(`process.exit(${shown([code])})`));
  replace('reallyExit', (code) => end(`process.reallyExit(${shown([code])})`));
  replace('abort', () => end('process.abort()'));
  replace('kill', (who, signal) => {
    const isOurs = who === pid || who === ppid || who === 1 || who === 0 || who === -1 || who === -pid;
    if (isOurs && signal !== 0) end(`process.kill(${shown([who, signal])})`);
    return kill(who, signal);
  });
}

/** node's own and ours. */
function openDescriptors() {
  let listed;
  try {
    listed = fs.readdirSync('/proc/self/fd').map(Number);
  } catch {
    return [];
  }
  // The one that the list itself was read with is closed again.
  return listed.filter((descriptor) => {
    try {
      return fs.fstatSync(descriptor) !== undefined;
    } catch {
      return false;
    }
  });
}

/**
 * Descriptors of others aren't there for the program: to close them goes without effect, and to write to them fails.
 * (What is written into node's own pipes would crash it.)
 */
function guardDescriptors(channel) {
  const kept = new Set([0, 1, 2, channel, ...openDescriptors()]);
  const { close, closeSync } = fs;
  fs.closeSync = (descriptor) => (kept.has(descriptor) ? undefined : closeSync(descriptor));
  fs.close = (descriptor, done) =>
    kept.has(descriptor) ? void (done && process.nextTick(done, null)) : close(descriptor, done);
  for (const name of ['write', 'writeSync', 'writev', 'writevSync']) {
    const original = fs[name];
    fs[name] = (descriptor, ...rest) => {
      if (!kept.has(descriptor) || descriptor === 1 || descriptor === 2) return original(descriptor, ...rest);
      const error = Object.assign(new Error('EBADF: bad file descriptor, write'), { code: 'EBADF', syscall: 'write' });
      const done = rest.at(-1);
      if (name.endsWith('Sync') || typeof done !== 'function') throw error;
      process.nextTick(done, error);
      return undefined;
    };
  }
}

/** jest's own matchers stay what they are: a submission may add some, and not replace toBe, or what that asks. */
function guardMatchers(global, builtins, assertions) {
  Object.defineProperty(global.Object, 'is', { configurable: false, writable: false });
  const expectations = global[Symbol.for('$$jest-matchers-object')];
  if (expectations === undefined) return;
  if (builtins !== undefined) watchMatchers(expectations.matchers, builtins, assertions);
  Object.defineProperty(expectations, 'matchers', { configurable: false, writable: false });
  for (const name of Object.keys(expectations.matchers)) {
    Object.defineProperty(expectations.matchers, name, { configurable: false, writable: false });
  }
}

/**
 * Timers and promises that tests left behind, and that fail when jest-circus no longer listens: between two files, and
 * after the last. No test waited for them, and whether they come before the process is gone is chance.
 */
function guardLateErrors(session, messages) {
  const { reallyExit } = process;
  const late = (error) => {
    if (session.hasTested && !session.isTesting) return;
    writeAll(2, messages.ofFile(error));
    reallyExit.call(process, 1);
  };
  process.on('uncaughtException', late);
  process.on('unhandledRejection', late);
}

module.exports = { guardDescriptors, guardLateErrors, guardMatchers, guardProcess };
