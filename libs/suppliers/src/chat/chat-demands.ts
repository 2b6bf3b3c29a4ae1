import { demandsOf } from '../contract/chat-parameter-rules';
import type { SupplierAdapter } from '../contract/supplier';
import type { SupplierOptions } from '../contract/supplier-options';
import type { JsonObject } from '../http/json-reading';
import { unsupportedParameter } from './chat-parameters';
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
