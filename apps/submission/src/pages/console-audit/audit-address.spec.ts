import { auditFilterOf, auditUrl, isAuditFiltered, readAuditFields } from './audit-address';

describe('the address of the audit', () => {
  it('is read as it was written', () => {
    const fields = readAuditFields({ source: 'accounts', who: '@ada', action: 'suspend', to: '2026-11-28', on: 'x' });
    const place = { at: new Date('2026-11-28T10:00:00.123Z'), source: 'projects' as const, id: '77' };
    const url = auditUrl({ ...fields, after: place });
    const again = readAuditFields(Object.fromEntries(new URL(url, 'http://localhost').searchParams));
    expect(again).toEqual({ ...fields, who: 'ada', after: place });
    expect(auditFilterOf(again).until).toEqual(new Date('2026-11-29T00:00:00Z'));
    expect(isAuditFiltered(again)).toBe(true);
  });

  it('reads nonsense as no filter', () => {
    const fields = readAuditFields({ source: 'x', who: ['a'], from: '2026-02-30', after: '2026 projects 1 or 2' });
    expect([auditUrl(fields), isAuditFiltered(fields)]).toEqual(['/console/audit', false]);
  });
});
