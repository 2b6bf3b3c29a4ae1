interface UnitTerms {
  /** What it costs as, where it has no price of its own. */
  parent?: string;
}

interface ProductTerms {
  /**
   * What has a price. A name that ends with `_1k_tokens` is priced by the thousand, the others one by one. Products may
   * share a unit.
   */
  units: Record<string, UnitTerms>;
  /** Its calls, as the request log names them. */
  endpoints: readonly string[];
}

/** What the gateway sells. The name of a product is also its scope. */
export const PRODUCT_TERMS = {
  text: {
    units: {
      input_1k_tokens: {},
      output_1k_tokens: { parent: 'input_1k_tokens' },
      cache_read_1k_tokens: { parent: 'input_1k_tokens' },
      cache_write_1k_tokens: { parent: 'input_1k_tokens' },
      cache_write_1h_1k_tokens: { parent: 'cache_write_1k_tokens' },
    },
    endpoints: ['POST /v1/chat/completions'],
  },
  image: {
    units: { image: {} },
    endpoints: ['POST /v1/images/generations', 'POST /v1/images/tasks', 'GET /v1/images/tasks/:id'],
  },
  search: { units: { request: {} }, endpoints: ['POST /v1/searches'] },
} as const satisfies Record<string, ProductTerms>;

export type Product = keyof typeof PRODUCT_TERMS;

export const PRODUCTS = Object.keys(PRODUCT_TERMS) as Product[];
