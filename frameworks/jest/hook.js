// Has the jest that the project's script starts tell proctor of each test (beside.js).
'use strict';

const fs = require('fs');
const path = require('path');
const { Client } = require('./client.js');
const { listenTo, resolveThrough } = require('./listen.js');
const { modulesWith, pathPattern } = require('./places.js');
const { noteConfiguration, wordsOf } = require('./project.js');
const { optionsIn } = require('./project_script.js');
const runner = require('./runner.js');

const RUN_NOTHING = ['clearCache', 'help', 'init', 'listTests', 'showConfig', 'version'];

function hook(main, { root, directory, globs, wishes, ran, warning }, { leaveEnvironment, filesOf }) {
  const modules = modulesWith('jest', process.cwd()) ?? modulesWith('jest', path.dirname(main));
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

module.exports = hook;
