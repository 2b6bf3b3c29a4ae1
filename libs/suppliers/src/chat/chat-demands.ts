import { CHAT_PARAMETER_RULES, demandsOf } from '../contract/chat-parameter-rules';
import type { SupplierAdapter } from '../contract/supplier';
import type { SupplierOptions } from '../contract/supplier-options';
import type { JsonObject } from '../http/json-reading';
import { type Extra, unlistedExtra, unmeteredExtras } from './unmetered-extras';

/** Read once for all routes of a chat. */
export interface ChatDemands {
  parameters: JsonObject;
  extras: readonly Extra[];
}

export function readDemands(parameters: JsonObject): ChatDemands {
  const demands = demandsOf(parameters);
  return { parameters: demands, extras: unmeteredExtras(demands) };
}

/** Returns the first field of a chat that a supplier does not take, or undefined. */
export function unsupportedDemand(
  { parameters, extras }: ChatDemands,
  supplier: SupplierAdapter | undefined,
  options: SupplierOptions,
): string | undefined {
  return (
    unlistedExtra(extras, options, supplier) ??
    unsupportedParameter(parameters, options) ??
    supplier?.unsupportedParameter?.(parameters)
  );
}

/** `demands` are without neutral values and hints. */
export function unsupportedParameter(demands: Record<string, unknown>, options: SupplierOptions): string | undefined {
  return Object.entries(demands).find(
    ([name, value]) =>
      isUnknownName(name, options) ||
      options.unsupported_parameters?.includes(name) === true ||
      (name === 'response_format' && !takesFormat(value, options)),
  )?.[0];
}

function isUnknownName(name: string, { extra_parameters: extra = [] }: SupplierOptions): boolean {
  return !Object.hasOwn(CHAT_PARAMETER_RULES, name) && !extra.includes(name);
}

function takesFormat(format: unknown, { response_formats: taken }: SupplierOptions): boolean {
  if (!taken || typeof format !== 'object' || format === null || !('type' in format)) return true;
  return taken.some((type) => type === format.type);
}
