export const PRODUCTS = ['text', 'image', 'search'] as const;

export type Product = (typeof PRODUCTS)[number];
