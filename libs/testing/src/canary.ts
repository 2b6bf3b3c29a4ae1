/** Strings that stand in everything that the fake says of itself: none may ever reach a customer. */
export const CANARY = 'canary-supplier-7f3a';
