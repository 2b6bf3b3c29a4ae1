export const CANARY = 'canary-supplier-7f3a';
