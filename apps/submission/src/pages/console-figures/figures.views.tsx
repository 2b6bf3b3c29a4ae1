import { PROJECT_STATES } from '@shipyard/contracts';
import { LocalTime } from '@shipyard/pages';
import { Button, Field, SelectField, Table } from '@shipyard/ui';
import type { Caller } from '../../accounts';
import { type Figures, WAIT_NAMES } from '../../project-reads';
import { ConsolePage } from '../console/console-page';
import { consoleUrl } from '../console/console-parts';
import { durationText } from '../console-reviews/wait-words';
import type { PageContext } from '../page-context';
import type { FiguresFields } from './figures-address';

interface FiguresProps {
  page: PageContext;
  caller: Caller;
  programs: readonly { id: string; name: string }[];
  fields: FiguresFields;
  figures: Figures;
  /** When they were counted. Null: now. */
  asOf: Date | null;
}

export function FiguresPage({ page, caller, programs, fields, figures, asOf }: FiguresProps) {
  const words = page.words.consoleReviews.figures;
  return (
    <ConsolePage page={page} caller={caller} part="figures" title={words.title}>
      <h1 className="ui-title">{words.title}</h1>
      <form className="ui-filters" method="get" action={consoleUrl('figures')} role="search">
        <SelectField
          name="program"
          label={words.program}
          value={fields.program ?? ''}
          options={[
            { value: '', text: words.allPrograms },
            ...programs.map(({ id, name }) => ({ value: id, text: name })),
          ]}
        />
        <Field name="from" type="date" label={words.from} value={fields.from} />
        <Field name="to" type="date" label={words.to} value={fields.to} />
        <Button kind="secondary">{words.show}</Button>
      </form>
      <CountedAt page={page} asOf={asOf} />
      <p className="ui-lead">{words.decided(figures.decided)}</p>
      <p>{words.agreement(figures.agreement.as_recommended, figures.agreement.decided)}</p>
      <WaitFigures page={page} figures={figures} />
      <StateFigures page={page} figures={figures} />
    </ConsolePage>
  );
}

/** Says how old figures are that were not counted now. */
export const CountedAt = ({ page, asOf }: Pick<FiguresProps, 'page' | 'asOf'>) =>
  asOf && (
    <p className="ui-hint">
      {page.words.consoleReviews.figures.countedAt} <LocalTime page={page} time={asOf} />
    </p>
  );

type PartProps = Pick<FiguresProps, 'page' | 'figures'>;

export function WaitFigures({ page, figures: { waits } }: PartProps) {
  const { figures: words, durations } = page.words.consoleReviews;
  const told = (seconds: number | null) => (seconds === null ? words.notYet : durationText(durations, seconds));
  return (
    <Table
      label={words.waits}
      caption={words.waits}
      rows={WAIT_NAMES}
      keyOf={(name) => name}
      columns={[
        { name: words.step, cell: (name) => words.steps[name] },
        { name: words.half, isNumber: true, cell: (name) => told(waits[name].median_seconds) },
        { name: words.nineOfTen, isNumber: true, cell: (name) => told(waits[name].p90_seconds) },
      ]}
    />
  );
}

const BAR = { width: 200, height: 16 } as const;

/** The number beside it says the same. Nothing is no bar. */
const Bar = ({ part }: { part: number }) => (
  <svg className="ui-figure-bar" viewBox={`0 0 ${BAR.width} ${BAR.height}`} aria-hidden="true">
    {part > 0 && <rect width={BAR.width * part} height={BAR.height} fill="currentColor" />}
  </svg>
);

/** A bar for each state. */
export function StateFigures({ page, figures: { by_state: counts } }: PartProps) {
  const words = page.words.consoleReviews.figures;
  const most = Math.max(1, ...Object.values(counts));
  return (
    <Table
      label={words.states}
      caption={words.states}
      rows={PROJECT_STATES}
      keyOf={(state) => state}
      columns={[
        { name: words.state, cell: (state) => page.words.studio.states[state] },
        { name: words.projects, isNumber: true, cell: (state) => counts[state] },
        { name: words.bar, cell: (state) => <Bar part={counts[state] / most} /> },
      ]}
    />
  );
}
