import { queueUrl, readQueueFields } from './queue-address';

describe('the address of the queue', () => {
  it('says what was chosen, on the way to a project too', () => {
    const address = '/console/reviews?state=recommended&program=river&changed=yes&offset=50';
    const fields = readQueueFields(address, ['river']);
    expect(fields).toEqual({ state: 'recommended', program: 'river', isChanged: true, offset: 50 });
    expect(queueUrl(fields)).toBe(address);
    expect(queueUrl(fields, 'river node')).toBe(
      '/console/reviews/river%20node?state=recommended&program=river&changed=yes&offset=50',
    );
  });

  it('ignores what nobody can choose', () => {
    const fields = readQueueFields('/console/reviews?state=gone&program=%00&changed=1&offset=-1&x=2', ['river']);
    expect(fields).toEqual({ state: undefined, program: undefined, isChanged: false, offset: 0 });
    expect(queueUrl(fields)).toBe('/console/reviews');
  });
});
