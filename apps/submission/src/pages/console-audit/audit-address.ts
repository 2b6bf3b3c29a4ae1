import { instantOf } from '@shipyard/contracts';
import { AUDIT_SOURCES, type AuditFilter, type AuditPlace, type AuditSource } from '../../project-reads';
import { consoleUrl, soughtText } from '../console/console-parts';

export const ROWS = 50;
const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const NAME_MAX = 120;
const ID = /^[1-9]\d{0,17}$/;

/** What the address of the audit says. The texts are as they were typed. */
export interface AuditFields {
  source?: AuditSource;
  who: string;
  action: string;
  from: string;
  to: string;
  on: string;
  after: AuditPlace | null;
}

/** A value that nobody can choose is the same as none. */
export function readAuditFields(query: Readonly<Record<string, unknown>>): AuditFields {
  const textOf = (name: string) => soughtText(query[name], NAME_MAX);
  const dayOf = (name: string) => (startOf(textOf(name)) ? textOf(name) : '');
  return {
    source: AUDIT_SOURCES.find((source) => source === query.source),
    who: textOf('who').replace(/^@/, ''),
    action: textOf('action'),
    from: dayOf('from'),
    to: dayOf('to'),
    on: textOf('on').replace(/^@/, ''),
    after: readPlace(textOf('after')),
  };
}

const startOf = (day: string) => (DAY.test(day) ? instantOf(`${day}T00:00:00Z`) : null);

/** The last day counts too. */
export function auditFilterOf({ source, who, action, from, to, on, after }: AuditFields): AuditFilter {
  const last = startOf(to);
  return {
    source,
    who: who || undefined,
    action: action || undefined,
    from: startOf(from),
    until: last && new Date(last.getTime() + DAY_MS),
    subject: on || undefined,
    after,
    limit: ROWS + 1,
  };
}

export const isAuditFiltered = ({ source, who, action, from, to, on }: AuditFields) =>
  source !== undefined || [who, action, from, to, on].some((text) => text !== '');

export function auditUrl({ source, after, ...texts }: AuditFields): string {
  const query = new URLSearchParams([
    ...(source ? [['source', source]] : []),
    ...Object.entries(texts).filter(([, text]) => text !== ''),
    ...(after ? [['after', `${after.at.toISOString()} ${after.source} ${after.id}`]] : []),
  ]).toString();
  return consoleUrl('audit') + (query === '' ? '' : `?${query}`);
}

function readPlace(text: string): AuditPlace | null {
  const [written = '', name, id = ''] = text.split(' ');
  const at = instantOf(written);
  const source = AUDIT_SOURCES.find((each) => each === name);
  return at && source && ID.test(id) ? { at, source, id } : null;
}
