import { frames, print, printStack } from './prints-promises';

test('promises', async () => {
  expect(await print()).toBe(1);
});

test('stacks', () => {
  printStack();
});

test('a stack that is compared', () => {
  expect(frames()).toEqual([]);
});
