import * as clock from './clock';
import { names, price, register } from './prices';

register('shop');
clock.open();

export const total = (list) => list.map(price).reduce((sum, each) => sum + each, 0);
export const sorted = (list) => list.sort();
export const isOpen = () => clock.opened && clock.now() < 18;
export const all = () => names.sort();
export const tell = (told) => told('sold');
