// What jest is told for a project, which runs in place with the jest that it has, as that is configured there.
'use strict';

const path = require('path');
const { createRequire } = require('module');
const { readScript } = require('./project_script.js');

// Where a package stands if it isn't hoisted beside jest: who depends on whom.
const WAYS = {
  '@jest/core': ['jest'],
  '@jest/reporters': ['jest', '@jest/core'],
  'jest-config': ['jest', '@jest/core'],
  'pretty-format': ['jest', '@jest/core'],
  'jest-circus/runner': ['jest', '@jest/core', 'jest-config'],
};

/** Loads a part of jest. `load` is the `require` of the place where jest is. */
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
    channel.error(`jest's configuration can't be used.\n\n${messages.ofFile(error)}`, 'settings');
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
    if (error && !isCutShort) {
      channel.error(`The tests cover too little of the code (coverageThreshold).\n\n${error.message}`, 'behind');
    }
  };
}

/**
 * What jest is told for the project in `root`, beside the `common` options; undefined: its configuration can't be used,
 * and that is told. `words`: proctor's options for the run.
 */
async function projectOptions({ root, words, common, load, channel, session, messages, cacheDirectory }) {
  const globs = words.map((word) => {
    const option = /^--path=(.*)$/s.exec(word);
    if (option === null) throw new Error(`unknown option ${word}: only --path=GLOB is known`);
    return option[1];
  });
  const script = readScript(root);
  if (script.unused.length > 0) {
    channel.warning(
      `The script "test" of package.json gives jest ${script.unused.join(', ')}, which isn't used here: ` +
        'what is run may be other tests than those of that script.',
    );
  }
  const options = {
    ...common,
    _: globs.map((glob) => pathPattern(root, glob)),
    coverageDirectory: path.join(cacheDirectory, 'coverage'),
    coverageReporters: [],
  };
  if (script.config !== undefined) options.config = script.config;
  if (script.coverage !== undefined) options.coverage = script.coverage;
  const config = await configOf(options, root, load, channel, messages);
  if (config === undefined) return undefined;
  // What is covered is only asked for where the run may fail because of it.
  options.coverage = config.collectCoverage && Object.keys(config.coverageThreshold ?? {}).length > 0;
  if (options.coverage && (globs.length > 0 || !session.isOfAll)) {
    options.coverage = false;
    channel.warning('coverageThreshold was not checked, as only some of the tests were to be run.');
  }
  if (options.coverage) listenToCoverage(load, channel, session);
  return options;
}

module.exports = { partsOf, projectOptions };
