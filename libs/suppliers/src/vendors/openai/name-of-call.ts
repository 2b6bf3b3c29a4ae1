import { asObject, type JsonObject } from '../../http/json-reading';

/** The function that a tool call names, or '' for other calls and for pieces without a name. */
export function nameOfCall(call: JsonObject): string {
  const name = asObject(call.function)?.name;
  return typeof name === 'string' ? name : '';
}
