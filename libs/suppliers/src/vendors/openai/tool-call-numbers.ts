import { asCount, type JsonObject } from '../../http/json-reading';
import { ownCallId } from '../../chat/own-call-id';
import type { CallIds } from './call-ids';
import { nameOfCall } from './name-of-call';

export interface NumberedCall {
  index: number;
  id: string | undefined;
}

/** Some suppliers send index 0 for all calls, or no index or id. A new id, index or name then means a new call. */
export class ToolCallNumbers {
  private count = 0;
  private readonly byId = new Map<string, number>();
  private readonly bySent = new Map<number | undefined, number>();

  constructor(private readonly callIds: CallIds) {}

  take(piece: JsonObject): NumberedCall {
    const id = typeof piece.id === 'string' && piece.id !== '' ? piece.id : undefined;
    const sent = asCount(piece.index);
    const name = nameOfCall(piece);
    const begins = sent === undefined && name !== '';
    const known = id === undefined ? (begins ? undefined : this.bySent.get(sent)) : this.byId.get(id);
    const index = known ?? this.count++;
    if (id !== undefined) this.byId.set(id, index);
    this.bySent.set(sent, index);
    if (known !== undefined) return { index, id: undefined };
    return { index, id: id === undefined ? ownCallId() : this.callIds.toOwn(id, name) };
  }
}
