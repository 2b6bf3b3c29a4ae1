/** The version of the services and of their tools for assistants, which `npm run release -- --cut` writes. */
export const PRODUCT_VERSION = '0.1.0';
