// Required by each node that the project's script for its tests starts (script.js). In jest's own command it has jest tell
// proctor of each test; in any other program it does nothing, and what that starts inherits it.
'use strict';

const fs = require('fs');
const path = require('path');

const RUN_NOTHING = ['clearCache', 'help', 'init', 'listTests', 'showConfig', 'version'];
const { PROCTOR_JEST: asked, PROCTOR_CHANNEL: channel } = process.env;

/** The nearest package.json's name. */
function packageOf(file) {
  const { upwards } = require('./project_script.js');
  const directory = upwards(path.dirname(file)).find((one) => fs.existsSync(path.join(one, 'package.json')));
  return directory && JSON.parse(fs.readFileSync(path.join(directory, 'package.json'), 'utf8')).name;
}

function jestMain() {
  try {
    const main = fs.realpathSync(process.argv[1]);
    return ['jest', 'jest-cli', 'react-scripts'].includes(packageOf(main)) && main;
  } catch {
    return undefined; // `node -e`, and whatever else has no file
  }
}

/** The environment as it is without us: nothing that jest starts is to find us there. */
function leaveEnvironment(shims) {
  const { NODE_OPTIONS: options = '', PATH: places = '' } = process.env;
  const others = options.replaceAll(`--require ${JSON.stringify(__filename)}`, '').trim();
  if (others === '') delete process.env.NODE_OPTIONS;
  else process.env.NODE_OPTIONS = others;
  process.env.PATH = places.split(':').filter((place) => place !== shims).join(':');
  for (const name of ['PROCTOR_JEST', 'PROCTOR_NODE_OPTIONS']) delete process.env[name];
}

/** The files that jests before this one have run, and how often: their tests have another name now. */
function filesOf(ran) {
  const files = {};
  if (!fs.existsSync(ran)) return files;
  for (const file of fs.readFileSync(ran, 'utf8').split('\n')) files[file] = (files[file] ?? 0) + 1;
  return files;
}

function hook(main) {
  const { Client } = require('./client.js');
  const { listenTo, resolveThrough } = require('./listen.js');
  const { noteConfiguration, pathPattern, wordsOf } = require('./project.js');
  const { optionsIn, upwards } = require('./project_script.js');
  const runner = require('./runner.js');
  const { root, directory, globs, wishes, ran, warning } = JSON.parse(asked);
  const places = [...upwards(process.cwd()), ...upwards(path.dirname(main))].map((place) => path.join(place, 'node_modules'));
  const modules = places.find((place) => fs.existsSync(path.join(place, 'jest/package.json')));
  if (modules === undefined) return;
  const file = resolveThrough(path.join(modules, 'x.js'), 'jest', 'jest-cli');
  const cli = require(file);
  // Whatever has jest run asks for `run` here. `require.cache` is documented as being there to be changed.
  const run = async (given = process.argv.slice(2), project = undefined) => {
    const options = [...optionsIn(given.map(String))];
    if (options.some(({ name }) => RUN_NOTHING.includes(name))) return cli.run(given, project);
    leaveEnvironment(path.join(directory, 'bin'));
    const before = filesOf(ran);
    fs.appendFileSync(ran, '');
    const client = Client.fromEnvironment(runner.can(false));
    if (warning) client.tell('warning', { message: warning });
    process.argv.push('--no-color');
    const own = async (parts) => {
      await noteConfiguration(options, { ...parts, directory: project ?? process.cwd() });
      const place = wishes.includes('--coverage') ? [`--coverageDirectory=${path.join(directory, 'coverage')}`] : [];
      return [...place, ...wishes, ...wordsOf(options)];
    };
    const none = options.some(({ name }) => name === 'passWithNoTests') ? '' : `jest found no test files in ${process.cwd()}.`;
    const patterns = globs.map((glob) => pathPattern(root, glob));
    return cli.run(await listenTo({ client, modules, root, directory, own, none, more: { patterns, before, ran } }), project);
  };
  const files = [file, path.join(path.dirname(file), 'cli/index.js')]; // jest 27 has it there
  for (const one of files.filter((each) => fs.existsSync(each))) {
    require(one);
    require.cache[one].exports = { ...require(one), run };
  }
}

const main = asked !== undefined && channel !== undefined && jestMain();
if (main) hook(main);
