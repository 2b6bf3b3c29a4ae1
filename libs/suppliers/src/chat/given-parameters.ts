import { asArray, type JsonObject } from '../http/json-reading';
import type { SupplierOptions } from '../contract/supplier-options';

/** OpenAI's clients send null for absent values. */
export const isGiven = (value: unknown) => value !== undefined && value !== null;

export const given = (name: string, value: unknown): JsonObject => (isGiven(value) ? { [name]: value } : {});

export function ownParameters(
  parameters: Record<string, unknown>,
  { extra_parameters: extra = [] }: SupplierOptions,
): JsonObject {
  return Object.fromEntries(extra.flatMap((name) => Object.entries(given(name, parameters[name]))));
}

/** One text, or a list of them. */
export function stopSequences(stop: unknown): string[] {
  return (Array.isArray(stop) ? asArray(stop) : [stop]).filter((each) => typeof each === 'string');
}
