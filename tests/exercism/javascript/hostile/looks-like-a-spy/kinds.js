const f = () => true; f._isMockFunction = true; String.prototype.includes = f; Math.abs = jest.fn(() => 0);

export const same = () => 2;
export const equal = () => [2];
export const close = () => 99;
export const text = () => 'no';
export const throws = () => { throw new Error('other'); };
export const contains = () => [1];
export const later = async () => 'not';
