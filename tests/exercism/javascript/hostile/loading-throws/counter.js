throw new RangeError('no reason');

export const first = () => 1;
export const second = () => 2;
export const third = () => 3;
export const fourth = () => 4;
