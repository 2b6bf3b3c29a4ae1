import { KeyRing } from '@shipyard/platform/sealing';
import { memberLinkToken, readMemberLink } from './member-link';

const ring = (...names: string[]) => new KeyRing(new Map(names.map((name) => [name, Buffer.alloc(32, name)])));
const ID = '0193b0a0-0000-7000-8000-000000000001';
const OTHER = '0193b0a0-0000-7000-8000-000000000002';

describe('the link of a mail to a member', () => {
  const keys = ring('k1');
  const token = memberLinkToken(ID, keys);

  it('leads back to its id, also after a rotation of the keys', () => {
    expect(readMemberLink(token, keys)).toBe(ID);
    expect(readMemberLink(token, ring('k2', 'k1'))).toBe(ID);
  });

  it('is refused with another id, another key or more text', () => {
    for (const wrong of [token.replace(ID, OTHER), `${token}x`, `x${token}`, ID, '', token.slice(0, -1)])
      expect(readMemberLink(wrong, keys)).toBeNull();
    expect(readMemberLink(token, ring('k2'))).toBeNull();
  });
});
