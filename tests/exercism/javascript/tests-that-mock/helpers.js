import { jest } from '@jest/globals';

export const forget = () => jest.clearAllMocks();
