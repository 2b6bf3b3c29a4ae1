import type { SupplierAnswer } from '../http/supplier-http';
import type { ImageMemoryShare } from '../contract/image-memory-share';

/** Reads only as fast as the memory allows. The sender waits. */
export async function readWithinMemory(answer: SupplierAnswer, memory: ImageMemoryShare): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for (let piece = await answer.next(); piece !== null; piece = await answer.next()) {
    pieces.push(piece);
    await memory.take(piece.length);
  }
  return Buffer.concat(pieces);
}

export async function readJsonWithinMemory(answer: SupplierAnswer, memory: ImageMemoryShare): Promise<unknown> {
  const bytes = await readWithinMemory(answer, memory);
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
