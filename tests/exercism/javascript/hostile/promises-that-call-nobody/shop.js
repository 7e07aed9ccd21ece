export const thenable = () => ({ then: () => Promise.resolve() });

export const inherited = () => new (class extends Promise { then() { return Promise.resolve(); } })((resolve) => resolve(1));

export const own = () => Object.assign(Promise.resolve(1), { then: () => Promise.resolve() });

export const honest = () => ({ then: (tell) => tell(2) });

export const failing = () => new (class extends Promise {})((_, reject) => reject(new Error('closed')));
