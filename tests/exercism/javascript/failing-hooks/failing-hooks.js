export const fail = (where) => {
  throw new Error(`${where} fails`);
};

export const number = () => 1;

export const never = () => new Promise(() => {});
