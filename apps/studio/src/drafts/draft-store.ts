type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [name: string]: JsonValue };
export type DraftContent = { readonly [name: string]: JsonValue };

export interface Draft {
  keptAt: Date;
  content: DraftContent;
}

const PREFIX = 'shipyard.draft';

export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** What somebody typed and the server does not have yet, in the browser's storage. Each account sees its own drafts. */
export class DraftStore {
  private readonly prefix: string;

  constructor(
    /** Where the browser's settings forbid storage, already naming it throws. */
    private readonly open: () => DraftStorage,
    handle: string,
  ) {
    this.prefix = `${PREFIX}:${encodeURIComponent(handle)}:`;
  }

  read(name: string): Draft | null {
    try {
      return parse(this.open().getItem(this.prefix + name));
    } catch {
      // The browser's settings forbid storage.
      return null;
    }
  }

  /** Returns false if the browser has no room, or keeps nothing. */
  write(name: string, content: DraftContent, now = new Date()): boolean {
    try {
      this.open().setItem(this.prefix + name, JSON.stringify({ keptAt: now.getTime(), content }));
      return true;
    } catch {
      return false;
    }
  }

  drop(name: string): void {
    try {
      this.open().removeItem(this.prefix + name);
    } catch {
      // Nothing was kept.
    }
  }

  /** Calls back when another tab has dropped the draft. Returns what ends that. */
  onDropped(name: string, then: () => void): () => void {
    const listener = ({ key, newValue }: StorageEvent) => {
      if (key === this.prefix + name && newValue === null) then();
    };
    addEventListener('storage', listener);
    return () => removeEventListener('storage', listener);
  }

  /** The names of the account's drafts that begin like this. */
  names(beginning = ''): string[] {
    try {
      return keysOf(this.open())
        .filter((key) => key.startsWith(this.prefix + beginning))
        .map((key) => key.slice(this.prefix.length));
    } catch {
      return [];
    }
  }

  /** Removes every draft of other accounts. */
  clearOthers(): void {
    try {
      const storage = this.open();
      for (const key of keysOf(storage))
        if (key.startsWith(`${PREFIX}:`) && !key.startsWith(this.prefix)) storage.removeItem(key);
    } catch {
      // Nothing was kept.
    }
  }

  /** Removes every draft of the account. */
  clear(): void {
    for (const name of this.names()) this.drop(name);
  }
}

const keysOf = (storage: DraftStorage) =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');

function parse(text: string | null): Draft | null {
  if (text === null) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(value) || typeof value.keptAt !== 'number' || !isObject(value.content)) return null;
  const keptAt = new Date(value.keptAt);
  return Number.isNaN(keptAt.getTime()) ? null : { keptAt, content: value.content as DraftContent };
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
