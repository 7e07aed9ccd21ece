// Puts the parts together around one channel: who listens to jest, and where its words go.
'use strict';

const path = require('path');
const { writeAll } = require('./channel.js');
const { guardDescriptors, guardLateErrors } = require('./guard.js');
const { Messages } = require('./messages.js');
const { optionalTests } = require('./optional.js');
const { Printed } = require('./printed.js');
const { Rejections } = require('./rejections.js');
const { Session } = require('./session.js');
const testRunner = require('./test_runner.js');

/** `load` gives the packages of the place where jest is. */
function assemble({ channel, root, load }) {
  const { exercise } = channel.wanted;
  const { reallyExit } = process;
  const messages = new Messages(root, exercise, (value) => load('pretty-format').format(value, { maxDepth: 3 }));
  const printed = new Printed(exercise, (text) => messages.printed(text));
  for (const [name, descriptor] of [['stdout', 1], ['stderr', 2]]) {
    // node's own streams would make the descriptors non-blocking, and hold back what doesn't go at once.
    const value = printed.stream(descriptor);
    Object.defineProperty(process, name, { value, configurable: true, enumerable: true, writable: true });
  }
  const session = new Session(channel, printed, messages);
  const onError = (error, testPath) => {
    session.failed = true;
    const words = messages.ofFile(error) || `The tests in ${path.basename(testPath)} can't be run.`;
    // There may be several files of which something is told.
    const message = exercise
      ? [words, session.placeOfRejection].filter((each) => each !== undefined).join('\n\n')
      : `${path.relative(root, testPath)}: ${words}`;
    if (session.isTesting) {
      // A test has broken jest itself. Whoever is open is the culprit, and the others are run without it.
      writeAll(2, message);
      reallyExit.call(process, 70);
    }
    channel.error(message);
  };
  const onOutside = (how) => {
    const message = `The program was ended outside of all tests: ${how} was called`;
    if (session.hasTested) writeAll(2, message);
    else channel.error(message);
    reallyExit.call(process, 1);
  };
  guardDescriptors(channel.descriptor);
  if (exercise) guardLateErrors(session, messages);
  const circus = load('jest-circus/runner');
  const { CustomConsole } = load('@jest/console');
  testRunner.attach({
    session,
    printed,
    exercise,
    root,
    circus: circus.default ?? circus,
    CustomConsole,
    onOutside,
    optionalIn: exercise ? (file) => optionalTests(file, root, load('@babel/core')) : undefined,
    // (A project has its own configuration for it.)
    rejections: exercise ? new Rejections() : undefined,
  });
  return { session, messages, onError };
}

module.exports = { assemble };
