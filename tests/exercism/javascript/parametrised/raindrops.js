export const sound = (n) => (n % 3 === 0 ? 'Pling' : '') + (n % 5 === 0 ? 'Plang' : '') || String(n);
