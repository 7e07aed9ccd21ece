// Wrong for all but nothing.
export const sum = (numbers) => (numbers.length === 0 ? 0 : -1);
