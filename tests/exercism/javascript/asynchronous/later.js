export const after = (value, ms = 1) => new Promise((resolve) => setTimeout(resolve, ms, value));

export const never = () => new Promise(() => {});

export const refuse = async (why) => {
  await after(0);
  throw new Error(why);
};

export const forget = () => {
  refuse('nobody listens');
};
