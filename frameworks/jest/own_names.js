// A Babel plugin: what a solution assigns without declaring it (`for (it of items)`, `test = 5`) becomes a variable of
// its own file. jest's functions of those names are locked (protect.js), while a plain jest lets them be overwritten.
'use strict';

const GLOBALS = [
  'afterAll', 'afterEach', 'beforeAll', 'beforeEach', 'describe', 'expect', 'fdescribe', 'fit', 'it', 'test', 'xdescribe',
  'xit', 'xtest',
];

function ownNames({ types }) {
  const undeclared = (path, target, found) => {
    for (const name of Object.keys(types.getBindingIdentifiers(target))) {
      if (GLOBALS.includes(name) && !path.scope.hasBinding(name, true)) found.add(name);
    }
  };
  const assignments = {
    AssignmentExpression: (path, found) => undeclared(path, path.node.left, found),
    UpdateExpression: (path, found) => undeclared(path, path.node.argument, found),
    ForXStatement: (path, found) => {
      if (path.node.left.type !== 'VariableDeclaration') undeclared(path, path.node.left, found);
    },
  };
  return {
    visitor: {
      Program(program) {
        const found = new Set();
        program.traverse(assignments, found);
        for (const name of found) {
          const value = types.memberExpression(types.identifier('globalThis'), types.identifier(name));
          program.scope.push({ id: types.identifier(name), init: value, kind: 'var', unique: true });
        }
      },
    },
  };
}

module.exports = { GLOBALS, ownNames };
