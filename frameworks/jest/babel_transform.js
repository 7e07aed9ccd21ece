// How a submission's files become what node runs: Babel with the learning site's preset, as its projects have it.
'use strict';

const { mayReplace, noting, taking } = require('./noted.js');
const { ownNames } = require('./own_names.js');

let transformOne;

/** `load`: gives the packages of the place where jest is. `tests`: the test files, which are the author's. */
function use(load, tests) {
  const babel = load('@babel/core');
  const preset = load('@exercism/babel-preset-javascript');
  const hoist = load('babel-plugin-jest-hoist');
  transformOne = (text, filename, root) => {
    const notes = tests.includes(filename) && mayReplace(text);
    const made = babel.transformSync(text, {
      filename,
      cwd: root,
      root,
      babelrc: false,
      configFile: false,
      browserslistConfigFile: false,
      caller: { name: 'babel-jest', supportsStaticESM: false },
      compact: false,
      plugins: notes ? [noting, ownNames, hoist] : [ownNames, hoist],
      presets: [preset],
      sourceMaps: 'both',
    });
    return notes ? { ...made, code: taking(made.code) } : made;
  };
}

module.exports = {
  use,
  canInstrument: false,
  getCacheKey: undefined,
  process: (text, filename, options) => {
    const { code, map } = transformOne(text, filename, options.config.rootDir);
    return { code, map };
  },
};
