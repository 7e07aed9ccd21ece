export const after = (wait, callback) => {
  setTimeout(callback, wait);
};

export const sleep = (wait) => new Promise((resolve) => setTimeout(resolve, wait));

export const refuse = async (wait) => {
  await sleep(wait);
  throw new Error(`refused after ${wait} ms`);
};

export const value = async (wait) => {
  await sleep(wait);
  return 1;
};
