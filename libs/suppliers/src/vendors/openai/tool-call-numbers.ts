import { asCount, asObject, type JsonObject } from '../../http/json-reading';
import { ownCallId } from '../../chat/own-call-id';
import type { CallIds } from './call-ids';

/** A tool call's place in an answer, and the id under which the customer will send its result. */
export interface NumberedCall {
  index: number;
  /** On the first piece of a call only. */
  id: string | undefined;
}

/**
 * Numbers the tool calls of one choice by their first appearance. Some suppliers give 0 to all, or no index, or no id:
 * a new id is a new call; without an id, an index not seen before or, where there is no index, a name is.
 */
export class ToolCallNumbers {
  private count = 0;
  private readonly byId = new Map<string, number>();
  private readonly bySent = new Map<number | undefined, number>();

  constructor(private readonly callIds: CallIds) {}

  /** The place of the call that this piece of a stream belongs to. */
  take(piece: JsonObject): NumberedCall {
    const id = typeof piece.id === 'string' && piece.id !== '' ? piece.id : undefined;
    const sent = asCount(piece.index);
    const name = asObject(piece.function)?.name;
    const begins = sent === undefined && typeof name === 'string' && name !== '';
    const known = id === undefined ? (begins ? undefined : this.bySent.get(sent)) : this.byId.get(id);
    const index = known ?? this.count++;
    if (id !== undefined) this.byId.set(id, index);
    this.bySent.set(sent, index);
    if (known !== undefined) return { index, id: undefined };
    return { index, id: id === undefined ? ownCallId() : this.callIds.toOwn(id) };
  }
}
