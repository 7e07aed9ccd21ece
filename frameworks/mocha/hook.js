// In mocha's command: it gets our reporter (beside.js).
'use strict';

const fs = require('fs');
const path = require('path');
const { Caught } = require('./caught.js');
const { Client } = require('./client.js');
const { Messages } = require('./messages.js');

const RUN_NOTHING = ['-h', '--help', '-V', '--version', 'init', '--list-interfaces', '--list-reporters'];

module.exports = (main, asked, { filesOf, leaveEnvironment }) => {
  if (process.argv.slice(2).some((word) => RUN_NOTHING.includes(word))) return;
  // With options of node's own mocha starts itself once more, with the words that this one got.
  const reporter = require.resolve('./reporter.js');
  if (!process.argv.includes(reporter)) {
    process.argv.push('--no-parallel', '--no-bail', '--no-color', '--full-trace', ...asked.wishes, '--reporter', reporter);
  }
  const told = path.join(asked.directory, 'told');
  const caught = new Caught();
  fs.rmSync(told, { force: true });
  global[Symbol.for('proctor.mocha')] = { ...asked, before: filesOf(asked.ran), main, leaveEnvironment, caught, told };
  fs.appendFileSync(asked.ran, '');
  process.on('exit', (code) => {
    if (code === 0 || fs.existsSync(told)) return;
    // It has come to no test: a file can't be loaded, say.
    fs.writeFileSync(told, '');
    const client = Client.fromEnvironment([]);
    const said = new Messages({ root: asked.root }).printed(caught.take() ?? '').trim();
    client?.tell('error', { message: said || `mocha ended with code ${code} before its first test.` });
    client?.tell('end');
  });
};
