import { idOf, uuidv7 } from './ids';

describe('uuidv7', () => {
  it('carries its millisecond, version 7 and variant 10', () => {
    expect(uuidv7(0x0123456789ab)).toMatch(/^01234567-89ab-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('sorts by time', () => {
    const ids = Array.from({ length: 50 }, (_, nowMs) => uuidv7(nowMs * 1_000));
    expect([...ids].sort()).toEqual(ids);
  });
});

describe('idOf', () => {
  it('is one id for each text', () => {
    expect(idOf('a')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
    expect([idOf('a') === idOf('a'), idOf('a') === idOf('b')]).toEqual([true, false]);
  });
});
