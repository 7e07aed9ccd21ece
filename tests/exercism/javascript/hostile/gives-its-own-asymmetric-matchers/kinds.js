export const same = () => 2;
export const equal = () => ({asymmetricMatch: () => true, 0: 1});
export const close = () => 99;
export const text = () => 'no';
export const throws = () => { throw new Error('other'); };
export const contains = () => [1];
export const later = async () => ({asymmetricMatch: () => true});
