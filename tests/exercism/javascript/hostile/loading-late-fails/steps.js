export const next = ;
