// What the clients share that tell `proctor run` of the tests of a tool which somebody else started. They change nothing of
// what it does: where one of them can't go on there is no report, and the command goes on as it would without it.
//
// Each node that the command starts requires them (NODE_OPTIONS). In the tool's own command they act; in any other program
// they do nothing, and what that starts inherits them.
'use strict';

const fs = require('fs');
const { packageOf } = require('./places.js');

/** What was added to the environment goes, so that nothing that the tests start has it. */
function leaveEnvironment(added) {
  delete process.env.PROCTOR_LISTEN;
  for (const [name, text] of Object.entries(added)) {
    const left = (process.env[name] ?? '').replace(text, '').replace(text.slice(1), '');
    if (left === '') delete process.env[name];
    else process.env[name] = left;
  }
}

/** Calls `listen(main, asked)` in the commands of these packages, wherever proctor listens. */
function listenTo(packages, listen) {
  const { PROCTOR_LISTEN: text } = process.env;
  if (text === undefined) return;
  try {
    const main = fs.realpathSync(process.argv[1]);
    if (packages.includes(packageOf(main))) listen(main, JSON.parse(text));
  } catch {
    // No report is no error.
  }
}

/** Whether proctor still listens there: it may be gone, where a program outlives it. */
const isOpen = (channel) => fs.existsSync(channel.slice(channel.indexOf(' ') + 1));

module.exports = { isOpen, leaveEnvironment, listenTo };
