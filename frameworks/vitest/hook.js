// In vitest's command: it gets our reporter beside its own (beside.js), and that gives the workers our runner.
'use strict';

const fs = require('fs');
const path = require('path');
const { Caught } = require('./caught.js');
const { Client } = require('./client.js');
const { pathPattern } = require('./places.js');

const RUN_NOTHING = ['-h', '--help', '-v', '--version', 'list', 'init', 'bench', '--clearCache'];

module.exports = (main, { root, directory, globs, wishes, ran, version }, { filesOf, leaveEnvironment }) => {
  const words = process.argv.slice(2);
  if (words.some((word) => RUN_NOTHING.includes(word)) || words.includes('--standalone')) return;
  const at = words[0] === 'watch' || words[0] === 'dev' ? process.argv.splice(2, 1, 'run') : words;
  const reporters = at.some((word) => /^--reporter\b/u.test(word)) ? [] : ['--reporter=default'];
  const ours = path.join(directory, 'node_modules', `proctor-${process.pid}.mjs`); // (elsewhere vite would transform it)
  // (vitest takes each option once.)
  const bail = process.argv.findIndex((word) => /^--bail(=|$)/u.test(word));
  if (bail >= 0) process.argv.splice(bail, process.argv[bail] === '--bail' ? 2 : 1);
  const flags = ['--run', '--passWithNoTests', '--no-color'].filter((flag) => !process.argv.includes(flag));
  process.argv.push('--bail=0', ...flags, ...reporters, `--reporter=${require.resolve('./reporter.mjs')}`, ...wishes);
  const before = filesOf(ran);
  fs.appendFileSync(ran, '');
  const { size } = fs.statSync(ran); // it grows with each file whose tests are known
  leaveEnvironment(path.join(directory, 'bin'));
  const caught = new Caught();
  const client = Client.fromEnvironment([], { version: `${version} (node ${process.versions.node})` });
  const patterns = globs.map((glob) => pathPattern(root, glob));
  fs.mkdirSync(path.dirname(ours), { recursive: true });
  const settings = { root, ran, before, patterns, channel: client.channel, home: path.dirname(main) };
  const text = `import { make } from ${JSON.stringify(require.resolve('./runner.mjs'))};\nexport default await make(${JSON.stringify(settings)});\n`;
  fs.writeFileSync(ours, text, { mode: 0o600 });
  const shared = { client, root, ours, caught, files: 0 };
  global[Symbol.for('proctor.vitest')] = shared;
  process.on('exit', (code) => {
    if (code !== 0 && shared.files === 0 && !shared.failed && fs.statSync(ran).size === size) {
      client.tell('error', { message: caught.take()?.trim() || `vitest ended with code ${code} before its first test.` });
    } else if (shared.over !== true && code === 0) {
      return; // something ended it in the midst of its tests
    } else if (shared.files === 0 && !shared.failed) {
      client.tell('error', { message: `vitest found no test files in ${root}.`, none: true });
    }
    client.tell('end');
  });
};
