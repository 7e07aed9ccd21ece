export const first = () => 1;

export function second() {
  throw new Proxy({}, {
    get() {
      throw new Error('trapped');
    },
    getPrototypeOf() {
      throw new Error('trapped');
    },
  });
}

// Wrong: its own result must be seen.
export const third = () => 4;

export const fourth = () => 4;
