/** Returns the sandbox's JSON for a schema name and the user's text. Undefined: the schema alone decides. */
export type StructuredAnswer = (schemaName: unknown, question: string) => object | undefined;
