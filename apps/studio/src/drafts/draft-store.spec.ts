import fc from 'fast-check';
import { DraftStore } from './draft-store';
import { MemoryStorage } from './memory-storage';

const NOW = new Date('2026-11-23T12:00:00.000Z');

describe('drafts in the browser', () => {
  it('come back as they were written, for their account and name only', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (handle, name, otherName, text) => {
        fc.pre(name !== otherName);
        const storage = new MemoryStorage();
        const own = new DraftStore(() => storage, handle);
        expect(own.write(name, { text }, NOW)).toBe(true);
        expect(own.read(name)).toEqual({ keptAt: NOW, content: { text } });
        expect(own.read(otherName)).toBeNull();
        expect(new DraftStore(() => storage, `${handle}2`).read(name)).toBeNull();
      }),
    );
  });

  it('of an account go, and those of another stay, even if its handle begins with the same letters', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), fc.uniqueArray(fc.string()), (handle, more, names) => {
        const storage = new MemoryStorage();
        storage.setItem('theme', 'dark');
        const [own, other] = [new DraftStore(() => storage, handle), new DraftStore(() => storage, handle + more)];
        for (const name of names) {
          own.write(name, { a: 1 });
          other.write(name, { b: 2 });
        }
        new DraftStore(() => storage, handle).clearOthers();
        for (const name of names) {
          expect(own.read(name)?.content).toEqual({ a: 1 });
          expect(other.read(name)).toBeNull();
          other.write(name, { b: 2 });
        }
        own.clear();
        for (const name of names) {
          expect(own.read(name)).toBeNull();
          expect(other.read(name)?.content).toEqual({ b: 2 });
        }
        expect(storage.getItem('theme')).toBe('dark');
      }),
    );
  });

  it('say when there is no room, and keep what was there', () => {
    const storage = new MemoryStorage();
    const drafts = new DraftStore(() => storage, 'noor');
    drafts.write('log', { text: 'one' }, NOW);
    storage.isFull = true;
    expect(drafts.write('log', { text: 'two' }, NOW)).toBe(false);
    expect(drafts.read('log')?.content).toEqual({ text: 'one' });
    drafts.drop('log');
    expect(drafts.read('log')).toBeNull();
  });

  it.each([
    { text: 'null' },
    { text: '{' },
    { text: '[]' },
    { text: '{"keptAt":1}' },
    { text: '{"keptAt":9e99,"content":{}}' },
  ])('that another program wrote as $text are none', ({ text }) => {
    const storage = new MemoryStorage();
    storage.setItem('shipyard.draft:noor:log', text);
    expect(new DraftStore(() => storage, 'noor').read('log')).toBeNull();
  });
});
