import { readTextBody, readTextBytes, type TextResult } from '@shipyard/contracts';
import { envelopeErrors, inputInvalid } from '@shipyard/http';

/** Returns the text as it is kept, or throws without repeating a token that it contains. */
export const readBody = (field: string, bytes: Buffer, maxBytes: number): string =>
  textOf(field, readTextBytes(bytes, maxBytes));

export const readText = (field: string, text: string, maxBytes: number): string =>
  textOf(field, readTextBody(text, maxBytes));

function textOf(field: string, result: TextResult): string {
  if ('text' in result) return result.text;
  if (result.kind === 'invalid') throw inputInvalid(field, result.problem);
  throw envelopeErrors.PAYLOAD_TOO_LARGE({
    message: `The part ${field} is larger than ${result.limitBytes} bytes. Shorten it.`,
    details: { limit: result.limitBytes, part: field },
  });
}
