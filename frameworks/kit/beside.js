// Required by each node that the project's script for its tests starts (script.js). In the framework's own command it has
// that tell proctor of each test; in any other program it does nothing, and what that starts inherits it.
'use strict';

const fs = require('fs');
const { packageOf } = require('./places.js');

const { PROCTOR_BESIDE: asked, PROCTOR_CHANNEL: channel } = process.env;

/** The environment as it is without us: nothing that the framework starts is to find us there. */
function leaveEnvironment(shims) {
  const { NODE_OPTIONS: options = '', PATH: places = '' } = process.env;
  const others = options.replaceAll(`--require ${JSON.stringify(__filename)}`, '').trim();
  if (others === '') delete process.env.NODE_OPTIONS;
  else process.env.NODE_OPTIONS = others;
  process.env.PATH = places.split(':').filter((place) => place !== shims).join(':');
  for (const name of ['PROCTOR_BESIDE', 'PROCTOR_NODE_OPTIONS']) delete process.env[name];
}

/** The files that runs before this one have run, and how often: their tests have another name now. */
function filesOf(ran) {
  const files = {};
  if (!fs.existsSync(ran)) return files;
  for (const file of fs.readFileSync(ran, 'utf8').split('\n')) files[file] = (files[file] ?? 0) + 1;
  return files;
}

/** The program that this process runs, if it's one of these packages. */
function mainOf(packages) {
  try {
    const main = fs.realpathSync(process.argv[1]);
    return packages.includes(packageOf(main)) && main;
  } catch {
    return undefined; // `node -e`, and whatever else has no file
  }
}

if (asked !== undefined && channel !== undefined) {
  const settings = JSON.parse(asked);
  const main = mainOf(settings.packages);
  if (main) require(settings.hook)(main, settings, { leaveEnvironment, filesOf });
}
