export const each = (items, callback) => {
  for (const item of items) callback(item);
};

export const later = async (value) => value;

const calls = {};
export const count = (name) => {
  calls[name] = (calls[name] ?? 0) + 1;
  return calls[name];
};
