// Runs jest, and has it tell proctor of each test (docs/adding-a-framework.md).
//
//   node start.js project|upload ROOT [--path=GLOB …] [--OPTION …]
//                                     a project, with the jest and the configuration that it has; options are jest's
//   node start.js files ROOT          lists the test files of a project
//   node start.js exercise ROOT       a submission
//
// Where the project's script "test" is more than jest alone, that script is run (script.js). Else jest's own command runs
// in this process, with two options more: `testRunner` is runner.js, which runs the project's own runner and listens to
// it, in whatever process jest has a file run; `testResultsProcessor` is results.js, which looks at what all of it came
// to. Reporters, configuration and the end of the process are jest's.
'use strict';

const fs = require('fs');
const path = require('path');
const { Client } = require('./client.js');
const { exerciseOptions } = require('./exercise.js');
const { listenTo, refuse } = require('./listen.js');
const { findProgram, pathPattern, upwards } = require('./places.js');
const { noteConfiguration, wordsOf } = require('./project.js');
const { readScript } = require('./project_script.js');
const runner = require('./runner.js');
const { runListened } = require('./script.js');

const [origin, given, ...words] = process.argv.slice(2);
const exercise = origin === 'exercise';
const root = fs.realpathSync(given);
const globs = words.filter((word) => word.startsWith('--path=')).map((word) => word.replace('--path=', ''));
const wishes = words.filter((word) => !word.startsWith('--path=')); // options of jest's own
const { options, script, scripts, manager, setsOptions } = exercise ? {} : readScript(root);
const { PROCTOR_PREPARED: prepared = '', PROCTOR_PRIVATE: directory, PROCTOR_TESTS: listed = '' } = process.env;
for (const name of ['PREPARED', 'PRIVATE', 'TESTS', 'ROOT', 'FOLDER', 'SLUG']) delete process.env[`PROCTOR_${name}`];

if (origin === 'files') {
  require(path.join(findModules(), 'jest')).run(['--listTests', '--no-watchman', ...wordsOf(options)], root);
  return;
}
const program = script && origin === 'project' ? findProgram(manager) ?? findProgram('npm') : undefined;
if (program !== undefined) {
  const isOther = path.basename(program) !== manager;
  const warning = isOther ? `${manager} isn't there: npm ran the scripts of package.json (${script}).` : undefined;
  runListened({
    ...{ command: [program, 'run', 'test'], root, directory, scripts, script, setsOptions },
    ...{ hook: require.resolve('./hook.js'), packages: ['jest', 'jest-cli', 'react-scripts'], asked: { globs, wishes, warning } },
    tool: { name: 'jest', title: 'jest', isTold: (command) => /^(?:jest|react-scripts)\s?/u.test(command) },
  });
} else {
  runJest();
}

/** The node_modules that jest is taken from. A submission brings none that could be trusted. */
function findModules() {
  const places = exercise ? [prepared, '/opt/test-runner', root] : [...upwards(root), prepared];
  const all = places.filter((place) => place !== '').map((place) => path.join(place, 'node_modules'));
  return all.find((modules) => fs.existsSync(path.join(modules, 'jest/package.json')));
}

function runJest() {
  const client = Client.fromEnvironment(runner.can(exercise));
  if (client === undefined) throw new Error('this reporter is started by proctor, which names a channel in PROCTOR_CHANNEL');
  process.env.NODE_ENV ??= 'test'; // as jest's own command has it
  // jest's and Babel's words are coloured where the learning site shows them so. (As an option, which the children of
  // tests don't inherit, other than FORCE_COLOR.)
  process.argv.push(exercise ? '--color' : '--no-color');
  if (script) {
    const why = origin === 'upload' ? 'of an upload jest alone is run' : `npm isn't there, and jest alone is run`;
    client.tell('warning', { message: `The scripts of package.json (${script}) weren't run: ${why}.` });
  }
  const modules = findModules();
  if (modules === undefined) {
    refuse(client, 'jest is not there: install it in the project (npm install jest), or run `proctor warm`.', 'unavailable');
  }
  const tests = listed.split('\n').filter((line) => line !== '');
  const own = async (parts) => {
    if (exercise) return exerciseOptions({ root, tests, modules, directory });
    await noteConfiguration(options, { ...parts, directory: root });
    const patterns = globs.map((glob) => pathPattern(root, glob));
    return [`--coverageDirectory=${path.join(directory, 'coverage')}`, ...wishes, ...wordsOf(options), '--', ...patterns];
  };
  const about = globs.length > 0 ? ` whose path matches ${globs.join(' or ')}` : '';
  const none = `jest found no test files in ${path.basename(root)}${about}.`;
  // (Not from within: it would stand in the stacks that jest shows.)
  listenTo({ client, modules, root, directory, exercise, own, none })
    .then((words) => require(path.join(modules, 'jest')).run(words, root));
}
