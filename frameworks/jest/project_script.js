// What the project's own script for its tests gives jest on its command line, which proctor doesn't run.
'use strict';

const fs = require('fs');
const path = require('path');

// With one of these it isn't plain which program gets which words.
const OPERATORS = /[;&|<>()`$\\\n]/u;
const setOf = (text) => new Set(text.split(/\s+/u));
// Options that choose which tests are run.
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
const IS_JEST = /(?:^|\/)jest(?:\.js)?$/u;
// What may stand in front of jest: variables, who sets them, who finds or runs programs, and their options.
const IN_FRONT = /^(?:[A-Za-z_]\w*=.*|cross-env|npx|yarn|pnpm|exec|bunx|node|-.*)$/su;

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

/** The options among jest's words, each with its name, its value, and how it is written; and words that are none. */
function* optionsIn(words) {
  for (let i = 0; i < words.length; ++i) {
    const [, written, , given] = /^(--?[A-Za-z][\w-]*)(=(.*))?$/su.exec(words[i]) ?? [];
    if (written === undefined) {
      yield { written: words[i] };
      continue;
    }
    const name = longName(written.replace(/^--?/u, ''));
    const isSwitch = SWITCHES.has(name) || name.startsWith('no') || (words[i + 1] ?? '-').startsWith('-');
    yield { name, written, value: given ?? (isSwitch ? undefined : words[++i]) };
  }
}

function scriptOf(root) {
  try {
    return String(JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')).scripts?.test ?? '');
  } catch {
    return ''; // jest itself says what is wrong with it
  }
}

/**
 * What holds of the script for a run of proctor's: `options` for jest, each with its `name`, `written` and `value`, and
 * `unused`, words that choose what is run and don't count.
 */
function readScript(root) {
  const script = scriptOf(root);
  const words = wordsOf(script);
  if (words === undefined) {
    const names = /\bjest\b/u.test(script) ? script.match(/(?<=\s)--?[A-Za-z][\w-]*/gu) ?? [] : [];
    const counts = (name) => name === 'config' || CHOOSING.has(name);
    return { options: [], unused: names.filter((written) => counts(longName(written.replace(/^--?/u, '')))) };
  }
  const at = words.findIndex((word) => IS_JEST.test(word));
  if (at < 0 || !words.slice(0, at).every((word) => IN_FRONT.test(word))) return { options: [], unused: [] };
  const all = [...optionsIn(words.slice(at + 1))];
  const choosing = all.filter(({ name, written }) => (name ? CHOOSING.has(name) : !/^(?:\.\/?|\.\/\*)$/u.test(written)));
  return {
    options: all.filter((option) => option.name && !choosing.includes(option) && !OURS.has(option.name)),
    unused: choosing.map(({ written }) => written),
  };
}

module.exports = { readScript };
