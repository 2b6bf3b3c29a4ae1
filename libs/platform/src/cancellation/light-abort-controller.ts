/** The part of AbortSignal that a callee needs. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void, options?: { once: true }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** Node's are event targets, which cost a chat more than holding its money. */
export class LightAbortController implements AbortSignalLike {
  aborted = false;
  reason: unknown;
  private readonly listeners = new Set<() => void>();

  /** Only the first call counts. Defaults to an AbortError. */
  abort(reason: Error = new DOMException('The call was stopped', 'AbortError')): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    for (const listener of this.listeners) listener();
    this.listeners.clear();
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  /** Each listener is called once. */
  addEventListener(_: 'abort', listener: () => void): void {
    this.listeners.add(listener);
  }

  removeEventListener(_: 'abort', listener: () => void): void {
    this.listeners.delete(listener);
  }
}
