import { echo } from './echo';
import { CASES } from './data';

test('echo', () => {
  for (const [given, expected] of CASES) expect(echo(given)).toBe(expected);
});
