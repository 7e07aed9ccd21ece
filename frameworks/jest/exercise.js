// What jest is told for a submission. Nothing of the submission's own configuration counts, as on the learning site.
'use strict';

const fs = require('fs');
const path = require('path');
const { createRequire } = require('module');
const rejections = require('./rejections.js');

/**
 * Whether tests are run that are marked with `.skip`. The track marks so what takes too long for a site, unless the
 * exercise's configuration says that none is. (With `xtest` it marks what a student has yet to come to: proctor has made
 * `test` of that.)
 */
function runsSkipped(root) {
  for (const directory of ['.meta', '.exercism']) {
    try {
      const { custom } = JSON.parse(fs.readFileSync(path.join(root, directory, 'config.json'), 'utf8'));
      return typeof custom === 'object' && custom !== null && custom['flag.tests.includes-optional'] !== true;
    } catch {
      // It may stand in the other one.
    }
  }
  return false;
}

/** The words for jest. `modules`: the node_modules where jest is, and Babel with the track's preset. */
function exerciseOptions({ root, tests, modules, directory }) {
  const { resolve } = createRequire(path.join(modules, 'proctor.js'));
  // With a package.json that isn't JSON nothing beside it would be found; the learning site's own runner reads none.
  try {
    JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) fs.rmSync(path.join(root, 'package.json'));
  }
  rejections.listen();
  // Timers and promises that tests left behind may fail when jest-circus no longer listens: between two files, and
  // behind the last. Whether they come before the process is gone is chance.
  for (const name of ['uncaughtException', 'unhandledRejection']) process.on(name, () => undefined);
  const own = { babelrc: false, configFile: false, browserslistConfigFile: false };
  // frameworks/typescript has this file, too, and prepares the other preset.
  const typescript = '@exercism/babel-preset-typescript';
  const isTyped = fs.existsSync(path.join(modules, typescript));
  const presets = [resolve(isTyped ? typescript : '@exercism/babel-preset-javascript')];
  const config = {
    ...{ rootDir: root, cacheDirectory: directory, modulePaths: [modules] },
    testEnvironment: resolve('jest-environment-node'),
    transform: { '\\.[cm]?[jt]sx?$': [resolve('babel-jest'), { ...own, presets }] },
    // A TypeScript file may be imported by the name that it has when it's compiled.
    ...(isTyped ? { moduleNameMapper: { '^(\\.{1,2}/.+)\\.js$': ['$1.js', '$1'] } } : {}),
  };
  return [
    ...[`--config=${JSON.stringify(config)}`, `--reporters=${require.resolve('./silent.js')}`],
    ...['--no-cache', '--forceExit', '--runInBand', '--runTestsByPath', '--'],
    ...tests.map((test) => path.join(root, test)),
  ];
}

module.exports = { exerciseOptions, runsSkipped };
