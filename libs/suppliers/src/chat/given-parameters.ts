import type { JsonObject } from '../http/json-reading';
import type { SupplierOptions } from '../contract/supplier-options';

/** OpenAI's clients send null for what they leave out. */
export const isGiven = (value: unknown) => value !== undefined && value !== null;

/** The value under a supplier's name for it, or nothing. */
export const given = (name: string, value: unknown): JsonObject => (isGiven(value) ? { [name]: value } : {});

/** A supplier's own parameters, which the catalog allows, as they were sent. */
export function ownParameters(
  parameters: Record<string, unknown>,
  { extra_parameters: extra = [] }: SupplierOptions,
): JsonObject {
  return Object.fromEntries(extra.flatMap((name) => Object.entries(given(name, parameters[name]))));
}
