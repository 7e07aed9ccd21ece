// In Playwright's command: it gets our reporter beside one of its own (beside.js).
'use strict';

const fs = require('fs');
const path = require('path');

const RUN_NOTHING = ['-h', '--help', '--list', '--ui', '--clear-cache'];

module.exports = (main, asked, { filesOf, leaveEnvironment }) => {
  const { argv } = process;
  if (argv[2] !== 'test' || argv.slice(3).some((word) => RUN_NOTHING.includes(word))) return;
  const said = argv.findLastIndex((word) => /^--reporter(=|$)/u.test(word));
  const isApart = argv[said] === '--reporter';
  const named = said < 0 ? 'list' : isApart ? argv[said + 1] : argv[said].slice('--reporter='.length);
  if (said >= 0) argv.splice(said, isApart ? 2 : 1);
  // What Playwright writes beside its report (traces, pictures) stays out of the project, and so do new snapshots.
  const own = [`--output=${path.join(asked.directory, 'test-results')}`];
  if (!argv.some((word) => /^(-u|--update-snapshots)/u.test(word)) && knowsModes(asked.version)) own.push('--update-snapshots=none');
  argv.push(...own, ...asked.wishes, `--reporter=${named},${require.resolve('./reporter.js')}`);
  global[Symbol.for('proctor.playwright')] = { ...asked, before: filesOf(asked.ran) };
  fs.appendFileSync(asked.ran, '');
  leaveEnvironment(path.join(asked.directory, 'bin'));
};

/** Before 1.50 the option had no value. */
function knowsModes(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > 1 || minor >= 50;
}
