import { encodePlace } from '../../project-reads';
import { NO_FILTER, queueUrl, readQueueFields } from './queue-address';

const after = encodePlace({
  state: 'recommended',
  since: '1764460800123456',
  id: '0195d5a0-0000-7000-8000-000000000000',
});

describe('the address of the queue', () => {
  it('says what was chosen, on the way to a project too', () => {
    const address = `/console/reviews?state=recommended&program=river&changed=yes&flag=yes&minor=yes&after=${after}`;
    const fields = readQueueFields(address, ['river']);
    expect(fields).toEqual({
      state: 'recommended',
      program: 'river',
      isChanged: true,
      isFlagged: true,
      isMinor: true,
      after,
    });
    expect(queueUrl(fields)).toBe(address);
    expect(queueUrl(fields, 'river node')).toBe(
      `/console/reviews/river%20node?state=recommended&program=river&changed=yes&flag=yes&minor=yes&after=${after}`,
    );
  });

  it('ignores what nobody can choose', () => {
    const fields = readQueueFields('/console/reviews?state=gone&program=%00&changed=1&flag=1&after=x&offset=2', [
      'river',
    ]);
    expect(fields).toEqual({ ...NO_FILTER, state: undefined, program: undefined });
    expect(queueUrl(fields)).toBe('/console/reviews');
  });
});
