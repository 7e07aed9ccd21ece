export const up = (text) => text.toUpperCase();
