import { isLeap } from './leap';

isLeap(2000);
