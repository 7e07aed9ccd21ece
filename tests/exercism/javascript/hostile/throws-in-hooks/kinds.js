beforeEach(() => { throw new Error('x'); });
for (const s of Object.getOwnPropertySymbols(globalThis)) {
  const st = globalThis[s];
  if (st?.rootDescribeBlock) afterEach(() => { st.currentlyRunningTest.errors.length = 0; });
}

export const same = () => 2;
export const equal = () => [2];
export const close = () => 99;
export const text = () => 'no';
export const throws = () => { throw new Error('other'); };
export const contains = () => [1];
export const later = async () => 'not';
