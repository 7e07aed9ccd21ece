export function flip(done, failed) {
  failed();
  jest.clearAllMocks();
  done();
}
