/** What the gateway sells. A key's scopes are the products that it may use. */
export const PRODUCTS = ['text', 'image', 'search'] as const;

export type Product = (typeof PRODUCTS)[number];
