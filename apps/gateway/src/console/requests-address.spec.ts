import { withQuery } from './list-links';
import { writePlace } from './place';
import { isFiltered, readRequestFields } from './requests-address';

const ID = '0195d5a0-0000-7000-8000-000000000000';

describe('the address of the requests', () => {
  it('is read as it was written', () => {
    const after = { createdAt: '2026-11-28T10:00:00.123456Z', entryId: ID };
    const typed = { customer_id: ID, model: 'yard-chat', status: '502', from: '2026-11-01' };
    const url = withQuery('/', { ...typed, after: writePlace(after) });
    const again = readRequestFields(Object.fromEntries(new URL(url, 'http://localhost').searchParams));
    expect(again).toEqual({ ...readRequestFields(typed), after });
    expect(isFiltered(again)).toBe(true);
  });

  it('reads nonsense as no filter', () => {
    const fields = readRequestFields({
      customer_id: 'x',
      key_id: [ID],
      model: '\u0000',
      status: '900',
      code: 'A',
      from: '2026-02-30',
      to: 'soon',
      after: `2026-13-28T10:00:00.123456Z ${ID}`,
    });
    const { after, ...texts } = fields;
    expect([withQuery('/', texts), after, isFiltered(fields)]).toEqual(['/', null, false]);
  });
});
