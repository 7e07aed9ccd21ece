// What the callback throws is the caller's affair: here nobody hears of it.
export const each = (items, callback) => {
  for (const item of items) {
    try {
      callback(item);
    } catch {
      // wrong
    }
  }
};

export const later = async (value, callback) => {
  try {
    return await callback(value);
  } catch (error) {
    return error;
  }
};
