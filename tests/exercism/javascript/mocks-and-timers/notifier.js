export const notify = () => {
  throw new Error('never called');
};
