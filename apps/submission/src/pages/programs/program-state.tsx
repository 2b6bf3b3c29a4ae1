import { longDate, shortDate, utcDayOf } from '@shipyard/pages';
import { Icon } from '@shipyard/ui';
import type { ProgramView } from '../../programs';
import type { PageContext } from '../page-context';

type Dated = Pick<ProgramView, 'open' | 'starts_at' | 'ends_at'>;

/** A program that is not open has not begun, has ended, or was closed by staff. */
export function stageOf({ open, starts_at: startsAt, ends_at: endsAt }: Dated, now = new Date()) {
  if (open) return 'open';
  if (endsAt !== null && endsAt <= now) return 'ended';
  return startsAt !== null && startsAt > now ? 'upcoming' : 'closed';
}

/** Such as "Open" or "Closed on 30 November 2026". */
export function stateText(program: Dated, { words, language }: PageContext): string {
  const { starts_at: startsAt, ends_at: endsAt } = program;
  const stage = stageOf(program);
  if (stage === 'open') return words.program.open;
  if (stage === 'upcoming' && startsAt) return words.program.opensOn(longDate(language, utcDayOf(startsAt)));
  if (stage === 'ended' && endsAt) return words.program.closedOn(longDate(language, utcDayOf(endsAt)));
  return words.program.closed;
}

export function datesText({ starts_at: startsAt, ends_at: endsAt }: Dated, { words, language }: PageContext): string {
  const [from, to] = [startsAt, endsAt].map((time) => time && shortDate(language, utcDayOf(time)));
  if (from && to) return words.program.fromTo(from, to);
  if (from) return words.program.from(from);
  return to ? words.program.until(to) : words.program.noDates;
}

export function ProgramState({ program, page }: { program: Dated; page: PageContext }) {
  const isOpen = stageOf(program) === 'open';
  return (
    <span className={isOpen ? 'ui-program-state ui-tone-ok' : 'ui-program-state'}>
      {isOpen && <Icon name="tip" />}
      {stateText(program, page)}
    </span>
  );
}
