import type { Setting } from '../config';

/** The current secret comes first. Older ones only open what they sealed or signed. */
export class KeyRing {
  constructor(private readonly keys: ReadonlyMap<string, Buffer>) {}

  get current(): { keyId: string; secret: Buffer } {
    const [first] = this.keys;
    if (!first) throw new Error('A key ring holds at least one key');
    return { keyId: first[0], secret: first[1] };
  }

  get keyIds(): string[] {
    return [...this.keys.keys()];
  }

  find(keyId: string): Buffer | undefined {
    return this.keys.get(keyId);
  }
}

const TAKES = 'id:base64,id:base64… with secrets of 32 bytes, the current one first (for one: openssl rand -base64 32)';

export function keyRing(): Setting<KeyRing> {
  return {
    takes: TAKES,
    parse: (value) => {
      const keys = new Map<string, Buffer>();
      for (const item of value.split(',')) {
        const match = /^([A-Za-z0-9_-]{1,64}):([A-Za-z0-9+/]{43}=)$/.exec(item.trim());
        if (!match?.[1] || !match[2] || keys.has(match[1])) return undefined;
        keys.set(match[1], Buffer.from(match[2], 'base64'));
      }
      return new KeyRing(keys);
    },
  };
}
