console.log('loaded', { once: true });
process.stdout.write('written\n');

export const one = () => {
  console.log('one');
  return 1;
};
