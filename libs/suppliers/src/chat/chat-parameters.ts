import { CHAT_PARAMETER_RULES } from '../contract/chat-parameter-rules';
import type { SupplierOptions } from '../contract/supplier-options';

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
