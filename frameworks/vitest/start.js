// Runs vitest, and has it tell proctor of each test: start.js project|upload ROOT [--path=GLOB …] [OPTION …]
'use strict';

const { start } = require('./javascript.js');

const words = process.argv.slice(4);
const globs = words.filter((word) => word.startsWith('--path=')).map((word) => word.slice('--path='.length));
const wishes = words.filter((word) => !word.startsWith('--path='));
start({ name: 'vitest', title: 'vitest', words: ['run'], oldest: 1, hook: require.resolve('./hook.js'), asked: { globs, wishes } });
