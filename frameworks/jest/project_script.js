// The project's own command for its tests: the script "test" of package.json, and what runs it.
'use strict';

const { managerOf, packageIn } = require('./places.js');

// With one of these the script does more than to start one program.
const OPERATORS = /[;&|<>()`$\\\n]/u;
const setOf = (text) => new Set(text.split(/\s+/u));
// Options that choose which tests are run: the script itself is run with them.
const CHOOSING = setOf(`changedFilesWithAncestor changedSince coverageThreshold filter findRelatedTests ignoreProjects
  lastCommit onlyChanged onlyFailures projects rootDir roots runTestsByPath selectProjects shard testMatch testNamePattern
  testPathIgnorePatterns testPathPattern testPathPatterns testRegex`);
// Options that proctor sets itself, that change the project, or that run no tests.
const OURS = setOf(`bail ci clearCache color colors coverageDirectory debug init json listTests notify outputFile
  passWithNoTests showConfig updateSnapshot version watch watchAll watchman`);
const SHORT = {
  b: 'bail', c: 'config', e: 'expand', f: 'onlyFailures', i: 'runInBand', o: 'onlyChanged', t: 'testNamePattern',
  u: 'updateSnapshot', w: 'maxWorkers',
};
// Options without a value: what stands behind them is a word by itself. (Of the others it's the next word, where no `=` is.)
const SWITCHES = setOf(`bail cache changedFilesWithAncestor ci clearMocks collectCoverage color colors coverage debug
  detectLeaks detectOpenHandles errorOnDeprecated expand findRelatedTests forceExit injectGlobals json lastCommit listTests
  logHeapUsage noStackTrace notify onlyChanged onlyFailures passWithNoTests randomize resetMocks resetModules restoreMocks
  runInBand runTestsByPath showConfig showSeed silent skipFilter testLocationInResults updateSnapshot useStderr verbose
  watch watchAll watchman workerThreads`);
// What `npm init` writes.
const PLACEHOLDER = /no test specified/u;

/** Words as a shell would have them, or undefined where it would do more than to split the text. */
function wordsOf(script) {
  const words = [];
  for (const [piece] of script.matchAll(/(?:[^\s'"]|'[^']*'|"[^"]*"|['"])+/gu)) {
    const bare = piece.replace(/'[^']*'|"[^"$`\\]*"/gu, '');
    if (/['"]/u.test(bare) || OPERATORS.test(bare)) return undefined;
    words.push(piece.replace(/'([^']*)'|"([^"]*)"/gu, (_, single, double) => single ?? double));
  }
  return words;
}

const longName = (name) => SHORT[name] ?? name.replace(/-(\w)/gu, (_, letter) => letter.toUpperCase());

/** The options among jest's words, each with its name, its value, and its words; and words that are none. */
function* optionsIn(words) {
  for (let i = 0; i < words.length; ++i) {
    const [, written, , given] = /^(--?[A-Za-z][\w-]*)(=(.*))?$/su.exec(words[i]) ?? [];
    if (written === undefined) {
      yield { written: words[i], words: [words[i]] };
      continue;
    }
    const name = longName(written.replace(/^--?/u, ''));
    const next = words[i + 1] ?? '-';
    const isSwitch = SWITCHES.has(name) || name.startsWith('no') || next.startsWith('-');
    const isValue = given === undefined && (!isSwitch || (name === 'bail' && /^\d+$/u.test(next)));
    yield { name, value: given ?? (isValue ? next : undefined), written, words: words.slice(i, i + (isValue ? 2 : 1)) };
    if (isValue) ++i;
  }
}

/**
 * What the project's own script for its tests is to a run of proctor's. `options` for jest, each with its `name`,
 * `value` and `words`, if the script starts jest and does nothing else, or if there is none. Else the `script`, which
 * has to be run, and by what `manager`.
 */
function readScript(root) {
  const { scripts = {} } = packageIn(root);
  const script = String(scripts.test ?? '');
  if (script === '' || PLACEHOLDER.test(script)) return { options: [] };
  const words = wordsOf(script) ?? [];
  const [first, ...rest] = words[0] === 'npx' ? words.slice(1) : words;
  const all = [...optionsIn(rest)];
  const isPlain = first === 'jest' && !scripts.pretest && !scripts.posttest;
  if (isPlain && all.every(({ name, written }) => (name ? !CHOOSING.has(name) : /^(?:\.\/?|\.\/\*)$/u.test(written)))) {
    return { options: all.filter(({ name }) => name && !OURS.has(name)) };
  }
  const named = ['pretest', 'test', 'posttest'].filter((name) => scripts[name]).map((name) => `"${name}": "${scripts[name]}"`);
  return { options: [], script: named.join(', '), scripts, manager: managerOf(root), setsOptions: /NODE_OPTIONS/u.test(named.join()) };
}

module.exports = { optionsIn, readScript };
