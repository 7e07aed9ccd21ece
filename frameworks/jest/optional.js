// Tests that a site leaves to those who work at home: the track marks them with `.skip` (they take too long for it),
// while `xtest` is what a student has yet to come to. They aren't run, unless the configuration says that there are none.
'use strict';

const fs = require('fs');
const path = require('path');

const TESTS = new Set(['test', 'it', 'fit']);
const GROUPS = new Set(['describe', 'fdescribe']);
const FLAG = 'flag.tests.includes-optional';

/** Whether the exercise says of itself that none of its tests is optional. */
function hasNone(root) {
  for (const directory of ['.meta', '.exercism']) {
    let custom;
    try {
      ({ custom } = JSON.parse(fs.readFileSync(path.join(root, directory, 'config.json'), 'utf8')));
    } catch {
      continue;
    }
    return typeof custom === 'object' && custom !== null && custom[FLAG] !== true;
  }
  return false;
}

function titleOf(node) {
  if (node?.type === 'StringLiteral') return node.value;
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0].value.cooked;
  return undefined; // only a run tells
}

/** `test`, `test.skip`, `test.skip.each(table)`: the words of what is called with a title. */
function wordsOf({ type, callee, tag, ...node }) {
  if (type === 'Identifier') return [node.name];
  if (type === 'MemberExpression' && !node.computed && node.property.name !== 'each') {
    return [...wordsOf(node.object), node.property.name];
  }
  const each = callee ?? tag; // the table is an argument, or a template
  return each?.type === 'MemberExpression' && each.property.name === 'each' ? [...wordsOf(each.object), 'each'] : [];
}

function collect(node, titles, skipped, found) {
  if (Array.isArray(node)) {
    for (const each of node) collect(each, titles, skipped, found);
  } else if (typeof node?.type === 'string') {
    const [name, ...modes] = node.type === 'CallExpression' ? wordsOf(node.callee) : [];
    const isTest = TESTS.has(name);
    if (isTest || GROUPS.has(name)) {
      titles = [...titles, modes.includes('each') ? undefined : titleOf(node.arguments[0])];
      skipped ||= modes.includes('skip');
    }
    if (isTest && skipped) found.push(titles);
    else for (const key of Object.keys(node)) collect(node[key], titles, skipped, found);
  }
}

/**
 * A function that says of the titles of a test and of its groups whether the file marks one like it so. (Others may be
 * called the same: session.js asks only for those that were declared by `.skip`.)
 */
function optionalTests(file, root, babel) {
  const found = [];
  const text = fs.readFileSync(file, 'utf8');
  if (text.includes('.skip') && !hasNone(root)) {
    try {
      const options = { filename: file, cwd: root, root, babelrc: false, configFile: false, browserslistConfigFile: false };
      collect(babel.parseSync(text, options).program, [], false, found);
    } catch {
      // Whoever runs the file is told what is wrong with it.
    }
  }
  const fits = (marked, titles) =>
    marked.length === titles.length && marked.every((title, i) => title === undefined || title === titles[i]);
  return (titles) => found.some((marked) => fits(marked, titles));
}

module.exports = { optionalTests };
