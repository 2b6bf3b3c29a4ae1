import { isJsonObject } from '@shipyard/platform/json-object';
import type { PartSize } from '@shipyard/suppliers';
import { measurePdf } from './pdf-size';
import { recordingLength } from './recording-length';

export type PartSizes = ReadonlyMap<unknown, PartSize>;

export const NO_SIZES: PartSizes = new Map();

/** Measures the files and recordings in the messages. Returns a promise only if there are some. */
export function measureParts({ messages }: Record<string, unknown>): PartSizes | Promise<PartSizes> {
  const measured: Record<string, unknown>[] = [];
  for (const message of Array.isArray(messages) ? messages : []) {
    if (!isJsonObject(message) || !Array.isArray(message.content)) continue;
    for (const part of message.content)
      if (isJsonObject(part) && (part.type === 'file' || part.type === 'input_audio')) measured.push(part);
  }
  return measured.length === 0 ? NO_SIZES : measureAll(measured);
}

/** One after the other, because each may take as much memory as the body. */
async function measureAll(parts: Record<string, unknown>[]): Promise<PartSizes> {
  const sizes = new Map<unknown, PartSize>();
  for (const part of parts) {
    const bytes = bytesOf(part);
    if (bytes) sizes.set(part, (await sizeOf(part, bytes)) ?? { kind: 'unread', bytes: bytes.length });
  }
  return sizes;
}

async function sizeOf({ type }: Record<string, unknown>, bytes: Buffer): Promise<PartSize | undefined> {
  if (type === 'file') {
    const pdf = await measurePdf(bytes);
    return pdf && { kind: 'pdf', ...pdf };
  }
  const length = recordingLength(bytes);
  return length && { kind: 'recording', ...length };
}

/** Undefined for what the message only names: a file at the supplier, or an address. */
function bytesOf({ type, file, input_audio: recording }: Record<string, unknown>): Buffer | undefined {
  const holder = type === 'file' ? file : recording;
  if (!isJsonObject(holder) || (type === 'file' && typeof holder.file_id === 'string')) return undefined;
  const data = type === 'file' ? holder.file_data : holder.data;
  if (typeof data !== 'string' || /^https?:/i.test(data)) return undefined;
  return Buffer.from(data.slice(data.startsWith('data:') ? data.indexOf(',') + 1 : 0), 'base64');
}
