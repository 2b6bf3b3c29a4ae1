import { monthName } from '@shipyard/pages';
import type { ProgramView } from '../../programs';
import type { PageContext } from '../page-context';
import { dayOf, type DatedRule, layOutRule, RULE_STEPS } from '../project/dated-rule';
import { Marks } from '../project/project-front';

const HEIGHT = 40;

interface ProgramRuleProps extends Pick<ProgramView, 'starts_at' | 'ends_at'> {
  page: PageContext;
  today: number;
}

/** The days of a program, with a mark at today. A program without a first and a last day has no rule. */
export function ProgramRule({ starts_at: startsAt, ends_at: endsAt, today, page }: ProgramRuleProps) {
  if (startsAt === null || endsAt === null) return null;
  const { words, language } = page;
  const [firstDay, lastDay] = [dayOf(startsAt), dayOf(endsAt)];
  const rule = layOutRule({ firstDay, logDays: [], today: lastDay });
  const now = Math.round(((today - firstDay + 0.5) / (lastDay - firstDay + 1)) * RULE_STEPS);
  const isOver = today > lastDay;
  const [left, until] = [lastDay - today + 1, firstDay - today];
  return (
    <figure className="ui-program-days">
      <svg
        className="ui-rule"
        viewBox={`0 0 ${RULE_STEPS} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        stroke="currentColor"
      >
        <Marks at={rule.days} from={HEIGHT} length={-4} width={1} />
        <Marks at={rule.weeks} from={HEIGHT} length={-10} width={1} />
        <Marks at={rule.months} from={HEIGHT} length={-14} width={2} />
        {now >= 0 && now <= RULE_STEPS && (
          <g className="ui-rule-today">
            <Marks at={[now]} from={0} length={HEIGHT} width={4} />
          </g>
        )}
      </svg>
      <svg className="ui-rule-dates" aria-hidden="true" fill="currentColor">
        {rule.labels.map((label, at) => (
          <text key={label.at} x={at === 0 ? 0 : `${(label.at * 100).toFixed(1)}%`} y="15">
            {isNamedTwice(rule, label) ? label.year : monthName(language, label)}
          </text>
        ))}
      </svg>
      {!isOver && (
        <figcaption className="ui-count">
          {until > 0 ? words.program.daysUntil(until) : words.program.daysLeft(left)}
        </figcaption>
      )}
    </figure>
  );
}

/** Over years, the same month comes again. The exact days stand beside the rule. */
const isNamedTwice = ({ labels }: DatedRule, { month }: DatedRule['labels'][number]) =>
  labels.filter((label) => label.month === month).length > 1;
