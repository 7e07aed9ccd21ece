throw new Error('never loaded either');
