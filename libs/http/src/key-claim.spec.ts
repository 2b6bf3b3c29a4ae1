import { KeyRing } from '@shipyard/platform/sealing';
import { claimKey, type KeyedRequest, type KeyRows } from './key-claim';

interface Row {
  fingerprint: Buffer;
  fingerprintKeyId: string;
}

const ring = (...ids: number[]) => new KeyRing(new Map(ids.map((id) => [`k${id}`, Buffer.alloc(32, id)])));
const request = (value: unknown): KeyedRequest => ({
  ownerId: 'ada',
  idempotencyKey: 'key',
  method: 'POST',
  url: '/drafts',
  body: { kind: 'json', value },
});

describe('the claim of an Idempotency-Key', () => {
  const table = () => {
    const stored = new Map<string, Row>();
    const rows: KeyRows<Row> = {
      insert: ({ keyHash, ...row }) => {
        const key = keyHash.toString('hex');
        if (stored.has(key)) return Promise.resolve(false);
        stored.set(key, row);
        return Promise.resolve(true);
      },
      find: (keyHash) => Promise.resolve(stored.get(keyHash.toString('hex'))),
    };
    return rows;
  };
  const kindOf = async (...[sent, keys, rows]: Parameters<typeof claimKey<Row>>) =>
    (await claimKey(sent, keys, rows)).kind;

  it('goes to the first request, and shows a repeat what is stored', async () => {
    const rows = table();
    expect(await claimKey(request(1), ring(1), rows)).toEqual({ kind: 'mine', fingerprintKeyId: 'k1' });
    expect(await kindOf(request(1), ring(1), rows)).toBe('stored');
  });

  it('is refused to another request, and not to another owner', async () => {
    const rows = table();
    await claimKey(request(1), ring(1), rows);
    expect(await kindOf(request(2), ring(1), rows)).toBe('reused');
    expect(await kindOf({ ...request(2), ownerId: 'bo' }, ring(1), rows)).toBe('mine');
  });

  it('knows a repeat after a rotation of the keys, as long as the older key is there', async () => {
    const rows = table();
    await claimKey(request(1), ring(1), rows);
    expect(await kindOf(request(1), ring(2, 1), rows)).toBe('stored');
    expect(await kindOf(request(2), ring(2, 1), rows)).toBe('reused');
    expect(await kindOf(request(1), ring(2), rows)).toBe('reused');
  });

  it('tries again when the key is released between the two statements', async () => {
    const rows = table();
    const insert = jest.spyOn(rows, 'insert').mockResolvedValueOnce(false);
    expect(await kindOf(request(1), ring(1), rows)).toBe('mine');
    expect(insert).toHaveBeenCalledTimes(2);
  });
});
