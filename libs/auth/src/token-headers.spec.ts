import { readBearerToken, readParticipantToken } from './token-headers';

describe('token headers', () => {
  it.each([
    [{}, { kind: 'none' }],
    [{ authorization: 'Bearer a' }, { kind: 'token', value: 'a' }],
    [{ authorization: 'bearer  a ' }, { kind: 'token', value: 'a' }],
    [{ authorization: 'Basic a' }, { kind: 'token', value: '' }],
    [{ authorization: '' }, { kind: 'token', value: '' }],
    [{ 'x-api-key': 'a' }, { kind: 'token', value: 'a' }],
    [
      { authorization: 'Bearer a', 'x-api-key': 'a' },
      { kind: 'token', value: 'a' },
    ],
    [{ authorization: 'Bearer a', 'x-api-key': 'b' }, { kind: 'conflict' }],
    [{ authorization: 'Basic a', 'x-api-key': 'a' }, { kind: 'conflict' }],
  ])('of a participant: %j returns %j', (headers, expected) => {
    expect(readParticipantToken(headers)).toEqual(expected);
  });

  it('of the gateway ignore X-API-KEY', () => {
    expect(readBearerToken({ 'x-api-key': 'a' })).toEqual({ kind: 'none' });
  });
});
