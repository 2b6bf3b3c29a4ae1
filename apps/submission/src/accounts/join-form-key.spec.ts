import { csrfTokenOf } from '@shipyard/auth';
import { uuidv7 } from '@shipyard/platform/ids';
import { KeyRing } from '@shipyard/platform/sealing';
import { accountIdIn, newJoinFormKey } from './join-form-key';

const keys = new KeyRing(new Map([['k1', Buffer.alloc(32, 1)]]));
const otherKeys = new KeyRing(new Map([['k1', Buffer.alloc(32, 2)]]));

describe('the key of a form to join', () => {
  it('names one account, which no other form names', () => {
    const [first, second] = [newJoinFormKey(keys), newJoinFormKey(keys)];
    expect(accountIdIn(first, keys)).toMatch(/^[0-9a-f]{8}-/);
    expect(accountIdIn(first, keys)).toBe(accountIdIn(first, keys));
    expect(accountIdIn(first, keys)).not.toBe(accountIdIn(second, keys));
  });

  it.each<[string, (id: string) => string]>([
    ['is empty', () => ''],
    ['has no signature', (id) => id],
    ['was signed by another', (id) => `${id}.${newJoinFormKey(otherKeys).slice(37)}`],
    ['has the signature of another id', (id) => `${id}.${newJoinFormKey(keys).slice(37)}`],
    ['is the CSRF token of a session', (id) => `${id}.${csrfTokenOf(id, keys)}`],
  ])('names none if it %s', (_, keyOf) => {
    expect(accountIdIn(keyOf(uuidv7()), keys)).toBeNull();
  });
});
