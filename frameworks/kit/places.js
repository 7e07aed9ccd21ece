// Where a project's package.json, its tools and its files are.
'use strict';

const fs = require('fs');
const path = require('path');

const LOCK_FILES = { 'pnpm-lock.yaml': 'pnpm', 'yarn.lock': 'yarn', 'package-lock.json': 'npm', 'npm-shrinkwrap.json': 'npm' };

/** package.json in a directory; nothing if it can't be read: the tool itself says what is wrong with it. */
function packageIn(directory) {
  try {
    return JSON.parse(fs.readFileSync(path.join(directory, 'package.json'), 'utf8')) ?? {};
  } catch {
    return {};
  }
}

const upwards = (from) => (from === path.dirname(from) ? [from] : [from, ...upwards(path.dirname(from))]);

/** The program that runs the scripts of a project: the one that package.json or a lock file names, there or above. */
function managerOf(root) {
  for (const directory of upwards(root)) {
    const named = /^(npm|yarn|pnpm)@/u.exec(packageIn(directory).packageManager ?? '');
    if (named) return named[1];
    const lock = Object.keys(LOCK_FILES).find((name) => fs.existsSync(path.join(directory, name)));
    if (lock) return LOCK_FILES[lock];
    if (fs.existsSync(path.join(directory, '.git'))) break;
  }
  return 'npm';
}

/** The nearest package.json's name. */
function packageOf(file) {
  const directory = upwards(path.dirname(file)).find((one) => fs.existsSync(path.join(one, 'package.json')));
  return directory && packageIn(directory).name;
}

/** The program of this name, where PATH finds it. */
function findProgram(name) {
  const places = (process.env.PATH ?? '').split(':').map((place) => path.join(place, name));
  return places.find((place) => fs.existsSync(place));
}

/** A glob (or a part of a path) as a regular expression on the whole path. */
function pathPattern(root, glob) {
  if (!/[*?[{]/.test(glob)) return escape(glob);
  const parts = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' };
  const text = glob.replace(/\*\*\/|\*\*|\*|\?|\[.\]|[^*?[]+|\[/g, (piece) => parts[piece] ?? escape(piece.replace(/^\[(.)\]$/, '$1')));
  return `^${escape(root)}/(?:.*/)?${text}$`;
}

const escape = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** The nearest node_modules from a directory upwards that has the package, or undefined. */
const modulesWith = (name, from) => upwards(from).map((place) => path.join(place, 'node_modules'))
  .find((modules) => fs.existsSync(path.join(modules, name, 'package.json')));

module.exports = { findProgram, managerOf, modulesWith, packageIn, packageOf, pathPattern, upwards };
