import fc from 'fast-check';
import { JsonMembers } from './json-members';

function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, member) => sum + 1 + membersOf(member), 0);
}

function count(text: string, pieces: number): number {
  const bytes = Buffer.from(text);
  const members = new JsonMembers();
  const step = Math.max(1, Math.ceil(bytes.length / pieces));
  for (let from = 0; from < bytes.length; from += step) members.read(bytes, from, Math.min(bytes.length, from + step));
  return members.count;
}

describe('JsonMembers', () => {
  it('counts the fields and items of any JSON text, in any chunks', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.constantFrom(undefined, 1, '\t'),
        fc.integer({ min: 1, max: 50 }),
        (value, indent, pieces) => {
          expect(count(JSON.stringify(value, null, indent), pieces)).toBe(membersOf(JSON.parse(JSON.stringify(value))));
        },
      ),
    );
  });

  it.each([
    ['{}', 0],
    [' [ ] ', 0],
    ['[[],{}]', 2],
    ['{"a":{"b":[1,"x,y"]}}', 4],
    [String.raw`{"a\"],[":"\\","b":"[1,2,3]"}`, 2],
    ['{"a":1,"a":2}', 2],
    ['[[[[[', 4],
  ])('counts those of %s', (text, members) => {
    expect(count(text, 1)).toBe(members);
    expect(count(text, text.length)).toBe(members);
  });
});
