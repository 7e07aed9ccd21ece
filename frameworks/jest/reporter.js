// Runs a jest project or a submission, and tells proctor of each test (docs/adding-a-framework.md).
//
//   node reporter.js ROOT [options of jest …]
'use strict';

const { takeChannel } = require('./channel.js');

const channel = takeChannel();
const { reallyExit } = process;

const fs = require('fs');
const path = require('path');
const { assemble } = require('./harness.js');
const { Pack, packedRequire } = require('./pack.js');

function take(name) {
  const value = process.env[name] ?? '';
  delete process.env[name];
  return value;
}

const [, , givenRoot, ...words] = process.argv;
const root = fs.realpathSync(givenRoot);
const prepared = take('PROCTOR_PREPARED');
const cacheDirectory = take('PROCTOR_PRIVATE');
const tests = take('PROCTOR_TESTS').split('\n').filter((line) => line !== '');
for (const name of ['PROCTOR_ROOT', 'PROCTOR_FOLDER', 'PROCTOR_SLUG']) take(name);
// As jest's own command has them: programs ask for these whether they are tested, or are to do their work, and Babel's
// configuration has a part for tests.
process.env.NODE_ENV ??= 'test';
process.env.JEST_WORKER_ID ??= '1';

function* upwards(directory) {
  yield directory;
  if (directory !== path.dirname(directory)) yield* upwards(path.dirname(directory));
}

/** The node_modules that jest is taken from. A submission brings none that could be trusted. */
function findModules() {
  const places = channel.wanted.exercise ? [prepared, '/opt/test-runner', root] : [...upwards(root), prepared];
  return places
    .filter((place) => place !== '')
    .map((place) => path.join(place, 'node_modules'))
    .find((modules) => fs.existsSync(path.join(modules, 'jest/package.json')));
}

async function main() {
  const modules = findModules();
  if (modules === undefined) {
    channel.unavailable('jest is not there: install it in the project (npm install jest), or run `proctor warm`.');
    return 2;
  }
  const { exercise, filter } = channel.wanted;
  try {
    new RegExp(filter, 'u');
  } catch (error) {
    channel.settings(`The filter can't be used: ${error.message}`);
    return 2;
  }
  // jest's and Babel's words are coloured where the learning site shows them so. (As an option, which the children of
  // tests don't inherit, other than FORCE_COLOR.)
  process.argv.push(exercise ? '--color' : '--no-color');
  const packs = exercise && modules.startsWith(prepared) ? path.join(prepared, 'packs') : undefined;
  const pack = (name) => (packs === undefined ? undefined : Pack.open(packs, name, modules));
  const load = packedRequire(pack('main'), modules);
  if (exercise) {
    const { runExercise } = require('./exercise.js');
    const { session, onError } = assemble({ channel, root, load });
    await runExercise({ root, tests, load, modules, pack: pack('realm'), cacheDirectory, onError });
    return finish(session);
  }
  const { partsOf, runProject } = require('./project.js');
  const parts = partsOf(load);
  const { session, messages, onError } = assemble({ channel, root, load: parts });
  await runProject({ root, words, load: parts, channel, session, messages, cacheDirectory, onError });
  return finish(session);
}

function finish(session) {
  channel.end();
  return session.failed ? 1 : 0;
}

main().then(
  (code) => reallyExit.call(process, code),
  (error) => {
    channel.error(String(error?.stack ?? error));
    reallyExit.call(process, 2);
  },
);
