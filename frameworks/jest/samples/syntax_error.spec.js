import { test } from '@jest/globals';
import { broken } from './syntax_error';

test('never runs', () => broken());
