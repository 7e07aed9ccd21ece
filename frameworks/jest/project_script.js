// What the project's own script for its tests gives jest on its command line, which proctor doesn't run.
'use strict';

const fs = require('fs');
const path = require('path');

// With one of these it isn't plain which program gets which words.
const OPERATORS = /[;&|<>()`$\\\n]/u;
// Options that choose which tests are run. (Of those with a value it's the next word, where no `=` is.)
const CHOOSING = new Set([
  'changedFilesWithAncestor', 'changedSince', 'coverageThreshold', 'filter', 'findRelatedTests', 'ignoreProjects',
  'lastCommit', 'onlyChanged', 'onlyFailures', 'projects', 'rootDir', 'roots', 'runTestsByPath', 'selectProjects', 'shard',
  'testMatch', 'testNamePattern', 'testPathIgnorePatterns', 'testPathPattern', 'testPathPatterns', 'testRegex',
]);
// Options that proctor sets itself, that change the project, or that run no tests.
const OURS = new Set([
  'bail', 'ci', 'clearCache', 'color', 'colors', 'coverageDirectory', 'debug', 'init', 'json', 'listTests', 'notify',
  'outputFile', 'passWithNoTests', 'showConfig', 'updateSnapshot', 'version', 'watch', 'watchAll', 'watchman',
]);
const SHORT = {
  b: 'bail', c: 'config', e: 'expand', f: 'onlyFailures', i: 'runInBand', o: 'onlyChanged', t: 'testNamePattern',
  u: 'updateSnapshot', w: 'maxWorkers',
};
// Options without a value: what stands behind them is a word by itself.
const SWITCHES = new Set([
  'bail', 'cache', 'changedFilesWithAncestor', 'ci', 'clearMocks', 'collectCoverage', 'color', 'colors', 'coverage',
  'debug', 'detectLeaks', 'detectOpenHandles', 'errorOnDeprecated', 'expand', 'findRelatedTests', 'forceExit',
  'injectGlobals', 'json', 'lastCommit', 'listTests', 'logHeapUsage', 'noStackTrace', 'notify', 'onlyChanged',
  'onlyFailures', 'passWithNoTests', 'randomize', 'resetMocks', 'resetModules', 'restoreMocks', 'runInBand',
  'runTestsByPath', 'showConfig', 'showSeed', 'silent', 'skipFilter', 'testLocationInResults', 'updateSnapshot',
  'useStderr', 'verbose', 'watch', 'watchAll', 'watchman', 'workerThreads',
]);
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

const camelCase = (name) => name.replace(/-(\w)/gu, (_, letter) => letter.toUpperCase());

/** The options among jest's words, each with its name, its value, and how it is written; and words that are none. */
function* optionsIn(words) {
  for (let i = 0; i < words.length; ++i) {
    const [, name, , value] = /^--?([A-Za-z][\w-]*)(=(.*))?$/su.exec(words[i]) ?? [];
    if (name === undefined) {
      yield { name: undefined, value: words[i], written: words[i] };
      continue;
    }
    const option = { name: SHORT[name] ?? camelCase(name), value, written: words[i].split('=')[0] };
    const next = words[i + 1];
    if (value === undefined && !SWITCHES.has(option.name) && !name.startsWith('no-') && next?.startsWith('-') === false) {
      option.value = next;
      ++i;
    }
    yield option;
  }
}

function scriptOf(root) {
  try {
    const script = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))?.scripts?.test;
    return typeof script === 'string' ? script : '';
  } catch {
    return ''; // jest itself says what is wrong with it
  }
}

/**
 * What holds of the script for a run of proctor's: `options` for jest, as [name, value or undefined], and `unused`, words
 * that choose what is run and don't count.
 */
function readScript(root) {
  const script = scriptOf(root);
  const found = { options: [], unused: [] };
  const words = wordsOf(script);
  if (words === undefined) {
    if (/\bjest\b/u.test(script)) {
      const names = [...script.matchAll(/(?<=\s)--?([A-Za-z][\w-]*)/gu)];
      const long = (name) => SHORT[name] ?? camelCase(name);
      found.unused = names.filter(([, name]) => long(name) === 'config' || CHOOSING.has(long(name))).map(([written]) => written);
    }
    return found;
  }
  const at = words.findIndex((word) => IS_JEST.test(word));
  if (at < 0 || !words.slice(0, at).every((word) => IN_FRONT.test(word))) return found;
  for (const { name, value, written } of optionsIn(words.slice(at + 1))) {
    if (name === undefined ? !/^(?:\.\/?|\.\/\*)$/u.test(value) : CHOOSING.has(name)) found.unused.push(written);
    else if (name !== undefined && !OURS.has(name)) found.options.push([name, value]);
  }
  return found;
}

module.exports = { readScript };
