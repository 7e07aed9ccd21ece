import { divides } from './divides';

export const isLeap = (year) => (divides(4, year) && !divides(100, year)) || divides(400, year);
