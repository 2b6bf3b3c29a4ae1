import { CATALOGS } from '../words/words';

export const REPORT_KINDS = ['copied', 'personal', 'harmful', 'spam'] as const;

/** The kind that was chosen, in the words of the staff, then what was typed. */
export function reportOf({ kind, reason = '' }: Readonly<Record<string, string>>): { reason: string } {
  const chosen = REPORT_KINDS.find((each) => each === kind);
  if (chosen === undefined) return { reason };
  const said = CATALOGS.en.project.report.kinds[chosen];
  return { reason: reason.trim() === '' ? said : `${said}: ${reason}` };
}
