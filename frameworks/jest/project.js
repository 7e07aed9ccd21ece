// Runs a project in place with the jest that it has, as that is configured there.
'use strict';

const path = require('path');
const { createRequire } = require('module');
const { readScript } = require('./project_script.js');

// Where a package stands if it isn't hoisted beside jest: who depends on whom.
const WAYS = {
  '@jest/core': ['jest'],
  '@jest/reporters': ['jest', '@jest/core'],
  'jest-config': ['jest', '@jest/core'],
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

/** The project's configuration, as jest itself will read it once more. Undefined: it can't be used, and that is told. */
async function configOf(argv, root, load, channel, messages) {
  const { warn } = console;
  console.warn = () => undefined; // of what jest warns there it warns again
  try {
    return (await load('jest-config').readConfigs(argv, [root])).globalConfig;
  } catch (error) {
    channel.settings(`jest's configuration can't be used.\n\n${messages.ofFile(error)}`);
    return undefined;
  } finally {
    console.warn = warn;
  }
}

/** Has jest tell of the thresholds of coverage that weren't met: its reporter says so to nobody but the terminal. */
function listenToCoverage(load, channel, session) {
  const { CoverageReporter } = load('@jest/reporters');
  const { onRunComplete } = CoverageReporter.prototype;
  CoverageReporter.prototype.onRunComplete = async function (...words) {
    await onRunComplete.apply(this, words);
    const error = this.getLastError();
    const isCutShort = session.failed && channel.wanted.failFast;
    if (error && !isCutShort) channel.behind(`The tests cover too little of the code (coverageThreshold).\n\n${error.message}`);
  };
}

const isOfTeardown = (error) => /^Jest: Got error running globalTeardown\b/.test(String(error?.message));

async function runProject({ root, words, load, channel, session, messages, cacheDirectory, onError }) {
  const globs = [];
  for (const word of words) {
    const option = /^--path=(.*)$/s.exec(word);
    if (option === null) throw new Error(`unknown option ${word}: only --path=GLOB is known`);
    globs.push(option[1]);
  }
  const patterns = globs.map((glob) => pathPattern(root, glob));
  const script = readScript(root);
  if (script.unused.length > 0) {
    channel.warning(
      `The script "test" of package.json gives jest ${script.unused.join(', ')}, which isn't used here: ` +
        'what is run may be other tests than those of that script.',
    );
  }
  const argv = {
    $0: 'jest',
    _: patterns,
    bail: 0, // with it jest would end the process by itself; the session leaves the rest out
    ci: true,
    coverageDirectory: path.join(cacheDirectory, 'coverage'),
    coverageReporters: [],
    passWithNoTests: true,
    reporters: [require.resolve('./project_reporter.js')],
    runInBand: true,
    testRunner: require.resolve('./test_runner.js'),
    watch: false,
    watchAll: false,
    watchman: false,
  };
  if (script.config !== undefined) argv.config = script.config;
  if (script.coverage !== undefined) argv.coverage = script.coverage;
  const config = await configOf(argv, root, load, channel, messages);
  if (config === undefined) {
    session.failed = true;
    return;
  }
  // What is covered is only asked for where the run may fail because of it.
  argv.coverage = config.collectCoverage && Object.keys(config.coverageThreshold ?? {}).length > 0;
  if (argv.coverage && (globs.length > 0 || !session.isOfAll)) {
    argv.coverage = false;
    channel.warning('coverageThreshold was not checked, as only some of the tests were to be run.');
  }
  if (argv.coverage) listenToCoverage(load, channel, session);

  const reporter = require('./project_reporter.js');
  reporter.listen((result) => {
    if (result.testExecError) onError(result.testExecError, result.testFilePath);
    if (result.numFailingTests > 0) session.failed = true;
  });
  let results;
  try {
    ({ results } = await load('@jest/core').runCLI(argv, [root]));
  } catch (error) {
    if (!isOfTeardown(error) || session.isTesting) throw error;
    session.failed = true;
    channel.behind(messages.ofFile(error));
    return;
  }
  if (results.numTotalTestSuites === 0) {
    const where = patterns.length > 0 ? ` whose path matches ${globs.join(' or ')}` : '';
    channel.none(`jest found no test files in ${path.basename(root)}${where}.`);
    session.failed = true;
  }
  if (!results.success) session.failed = true;
}

module.exports = { partsOf, pathPattern, runProject };
