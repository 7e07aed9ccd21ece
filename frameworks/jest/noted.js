// Test files that forbid something to a solution (`Array.prototype.map = () => { throw … }`): a Babel plugin lets them note
// each such value, so that it isn't taken for the solution's (builtins.js).
'use strict';

const REPLACES = /\b(?:Array|Map|Math|Number|Object|Promise|RegExp|Set|String)(?:\.prototype)?\.\w+\s*=(?![=>])/u;
const NOTED = Symbol.for('proctor.noted');

/** Whether a test file may do so: then it takes the function that notes at its very beginning, before any other code. */
const mayReplace = (text) => REPLACES.test(text);

const TAKE =
  `const proctorNoted = globalThis[Symbol.for('${NOTED.description}')] ?? ((name, value) => value); ` +
  `delete globalThis[Symbol.for('${NOTED.description}')];`;

/** `code`: what Babel has made of such a file. (It stays in its lines.) */
function taking(code) {
  const strict = /^(?:"use strict"|'use strict');/.exec(code)?.[0] ?? '';
  return `${strict}${TAKE}${code.slice(strict.length)}`;
}

/** `Array.prototype.map`, as words. */
function wordsOf(node) {
  if (node.type === 'Identifier') return [node.name];
  return node.type === 'MemberExpression' && !node.computed ? [...wordsOf(node.object), node.property.name] : [];
}

/** What makes a matcher fail that uses it, wherever a solution might put it. */
function isUseless({ type, name, body, async, generator }) {
  if (type === 'Identifier') return name === 'undefined';
  if (type !== 'ArrowFunctionExpression' && type !== 'FunctionExpression') return type === 'NullLiteral';
  const isPlain = !async && !generator && body.type === 'BlockStatement' && body.body.length > 0;
  return isPlain && body.body[0].type === 'ThrowStatement';
}

function noting({ types }) {
  return {
    visitor: {
      AssignmentExpression({ node }) {
        const name = wordsOf(node.left).join('.');
        if (node.operator !== '=' || !mayReplace(`${name} =`) || !isUseless(node.right)) return;
        node.right = types.callExpression(types.identifier('proctorNoted'), [types.stringLiteral(name), node.right]);
      },
    },
  };
}

module.exports = { NOTED, mayReplace, noting, taking };
