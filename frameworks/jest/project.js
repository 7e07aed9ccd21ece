// Runs a project in place with the jest that it has, as that is configured there.
'use strict';

const path = require('path');
const { createRequire } = require('module');

// Where a package stands if it isn't hoisted beside jest: who depends on whom.
const WAYS = {
  '@jest/core': ['jest'],
  '@jest/console': ['jest', '@jest/core'],
  'pretty-format': ['jest', '@jest/core'],
  'jest-circus/runner': ['jest', '@jest/core', 'jest-config'],
};

/** Loads a part of the project's jest. `load` is the `require` of the project. */
function partsOf(load) {
  return (name) => {
    let at = load;
    for (const step of WAYS[name] ?? []) at = createRequire(at.resolve(step));
    try {
      return at(name);
    } catch (error) {
      if (error.code !== 'MODULE_NOT_FOUND') throw error;
      return load(name);
    }
  };
}

/** A glob (or a part of a path) as a regular expression on the whole path. */
function pathPattern(root, glob) {
  if (!/[*?[{]/.test(glob)) return escape(glob);
  const parts = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' };
  const text = glob.replace(/\*\*\/|\*\*|\*|\?|[^*?]+/g, (piece) => parts[piece] ?? escape(piece));
  return `^${escape(root)}/(?:.*/)?${text}$`;
}

const escape = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

async function runProject({ root, words, load, channel, session, onError }) {
  const globs = [];
  for (const word of words) {
    const option = /^--path=(.*)$/s.exec(word);
    if (option === null) throw new Error(`unknown option ${word}: only --path=GLOB is known`);
    globs.push(option[1]);
  }
  const patterns = globs.map((glob) => pathPattern(root, glob));
  const core = load('@jest/core');
  const reporter = require('./project_reporter.js');
  reporter.listen((result) => {
    if (result.testExecError) onError(result.testExecError, result.testFilePath);
    if (result.numFailingTests > 0) session.failed = true;
  });
  const { results } = await core.runCLI(
    {
      $0: 'jest',
      _: patterns,
      bail: 0, // with it jest would end the process by itself; the session leaves the rest out
      ci: true,
      coverage: false,
      passWithNoTests: true,
      reporters: [require.resolve('./project_reporter.js')],
      runInBand: true,
      testRunner: require.resolve('./test_runner.js'),
      watch: false,
      watchAll: false,
      watchman: false,
    },
    [root],
  );
  if (results.numTotalTestSuites === 0) {
    const where = patterns.length > 0 ? ` whose path matches ${globs.join(' or ')}` : '';
    channel.none(`jest found no test files in ${path.basename(root)}${where}.`);
    session.failed = true;
  }
  if (!results.success) session.failed = true;
}

module.exports = { partsOf, pathPattern, runProject };
