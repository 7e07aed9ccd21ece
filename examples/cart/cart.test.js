'use strict';
const assert = require('node:assert');
const test = require('node:test');
const { total } = require('./cart.js');

test('an empty cart costs nothing', () => assert.strictEqual(total([]), 0));
test('two things cost their sum', () => assert.strictEqual(total([150, 250]), 400));
// Fails on purpose: total() asks for more than three.
test('three things cost a tenth less', () => assert.strictEqual(total([100, 100, 100]), 270));
