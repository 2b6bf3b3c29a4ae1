import type { SupplierAnswer } from '../http/supplier-http';
import type { ImageRoom } from '../contract/image-room';

/** Reads only as fast as the room allows. The sender waits. */
export async function readInRoom(answer: SupplierAnswer, room: ImageRoom): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for (let piece = await answer.next(); piece !== null; piece = await answer.next()) {
    pieces.push(piece);
    await room.take(piece.length);
  }
  return Buffer.concat(pieces);
}

export async function readJsonInRoom(answer: SupplierAnswer, room: ImageRoom): Promise<unknown> {
  const bytes = await readInRoom(answer, room);
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
