const p = new Proxy(() => {}, {get: () => p, apply: () => p});
try { globalThis.expect = () => p; } catch {}
Object.defineProperty(globalThis, 'expect', {value: () => p});

export const same = () => 2;
export const equal = () => [2];
export const close = () => 99;
export const text = () => 'no';
export const throws = () => { throw new Error('other'); };
export const contains = () => [1];
export const later = async () => 'not';
