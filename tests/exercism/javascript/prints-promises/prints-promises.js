import { AsyncResource } from 'async_hooks';

// Without those of node, which say a version.
const framesOf = (error) => error.stack.split('\n').filter((line) => line.includes('/') && !line.includes('node:'));

export const print = () => {
  const promise = Promise.resolve(1);
  console.log(promise, new AsyncResource('ours'));
  return promise;
};

export const printStack = () => {
  process.stdout.write(`${JSON.stringify(framesOf(new Error('here')))}\n`);
  console.log(process.argv.slice(1));
};

export const frames = () => framesOf(new Error('there'));
