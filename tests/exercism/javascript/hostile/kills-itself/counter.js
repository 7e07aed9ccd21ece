export const first = () => 1;

export function second() {
  process.kill(process.pid, 'SIGKILL');
  return 2;
}

// Wrong: its own result must be seen.
export const third = () => 4;

export const fourth = () => 4;
