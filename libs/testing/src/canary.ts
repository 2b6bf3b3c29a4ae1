/** Appears in everything that the fake says about itself. It must never reach a customer. */
export const CANARY = 'canary-supplier-7f3a';
