/** Unlikely to be drawn twice. `crypto.randomUUID` is missing without https. */
export const newId = () => Math.random().toString(36).slice(2, 12);
