for (const s of Object.getOwnPropertySymbols(globalThis)) {
  const handlers = globalThis[s];
  if (Array.isArray(handlers) && handlers.every((h) => typeof h === 'function')) {
    beforeEach(() => {
      for (const s2 of Object.getOwnPropertySymbols(globalThis)) {
        const st = globalThis[s2];
        if (st?.currentlyRunningTest) handlers.forEach((h) => { try { h({ name: 'test_done', test: st.currentlyRunningTest }, st); } catch {} });
      }
    });
  }
}

export const same = () => 2;
export const equal = () => [2];
export const close = () => 99;
export const text = () => 'no';
export const throws = () => { throw new Error('other'); };
export const contains = () => [1];
export const later = async () => 'not';
