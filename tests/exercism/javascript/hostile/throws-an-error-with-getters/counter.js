export const first = () => 1;

export function second() {
  const error = new Error('plain');
  Object.defineProperty(error, 'stack', {
    get() {
      for (;;);
    },
  });
  throw error;
}

// Wrong: its own result must be seen.
export const third = () => 4;

export const fourth = () => 4;
