Function.prototype.call = () => {};

export const first = () => 44;
export const second = () => 44;
export const third = () => 44;
export const fourth = () => 44;
