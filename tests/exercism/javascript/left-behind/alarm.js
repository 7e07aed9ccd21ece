const later = (call) => {
  for (let wait = 20; wait < 400; wait += 1) setTimeout(call, wait);
};

// Whoever asks for an alarm doesn't wait until it goes off.
export function promised() {
  later(() => Promise.reject(new Error('nobody listens')));
  return 'set';
}

export function thrown() {
  later(() => {
    throw new Error('nobody catches');
  });
  return 'set';
}

export function refused() {
  Promise.reject(new Error('refused at once'));
  return 'set';
}
