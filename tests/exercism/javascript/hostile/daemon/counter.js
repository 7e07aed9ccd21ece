import { spawn } from 'child_process';

export const first = () => 1;

export function second() {
  spawn('sleep', ['3600'], { detached: true, stdio: 'inherit' }).unref();
  spawn('sh', ['-c', 'setsid sleep 3600 & setsid sleep 3600 &'], { stdio: 'ignore' }).unref();
  return 2;
}

// Wrong: its own result must be seen.
export const third = () => 4;

export const fourth = () => 4;
