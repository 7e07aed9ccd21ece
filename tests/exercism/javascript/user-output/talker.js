console.log('loaded');

export const say = (...words) => {
  console.log(...words);
  return words[0];
};

export const write = (text) => process.stdout.write(text);
export const complain = (text) => console.error(text);
