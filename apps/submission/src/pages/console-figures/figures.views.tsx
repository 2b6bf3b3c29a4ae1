import { PROJECT_STATES } from '@shipyard/contracts';
import { LocalTime } from '@shipyard/pages';
import { Button, Field, SelectField } from '@shipyard/ui';
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
    <div className="ui-table-box" tabIndex={0} role="region" aria-label={words.waits}>
      <table className="ui-table">
        <caption>{words.waits}</caption>
        <thead>
          <tr>
            <th scope="col">{words.step}</th>
            <th scope="col" className="ui-table-number">
              {words.half}
            </th>
            <th scope="col" className="ui-table-number">
              {words.nineOfTen}
            </th>
          </tr>
        </thead>
        <tbody>
          {WAIT_NAMES.map((name) => (
            <tr key={name}>
              <th scope="row" className="ui-table-name">
                {words.steps[name]}
              </th>
              <td className="ui-table-number">{told(waits[name].median_seconds)}</td>
              <td className="ui-table-number">{told(waits[name].p90_seconds)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const BAR = { width: 200, height: 16 } as const;

/** A bar for each state. The number beside it says the same. */
export function StateFigures({ page, figures: { by_state: counts } }: PartProps) {
  const words = page.words.consoleReviews.figures;
  const most = Math.max(1, ...Object.values(counts));
  return (
    <div className="ui-table-box" tabIndex={0} role="region" aria-label={words.states}>
      <table className="ui-table">
        <caption>{words.states}</caption>
        <thead>
          <tr>
            <th scope="col">{words.state}</th>
            <th scope="col" className="ui-table-number">
              {words.projects}
            </th>
            <th scope="col">{words.bar}</th>
          </tr>
        </thead>
        <tbody>
          {PROJECT_STATES.map((state) => (
            <tr key={state}>
              <th scope="row" className="ui-table-name">
                {page.words.studio.states[state]}
              </th>
              <td className="ui-table-number">{counts[state]}</td>
              <td>
                <svg className="ui-figure-bar" viewBox={`0 0 ${BAR.width} ${BAR.height}`} aria-hidden="true">
                  <rect width={(BAR.width * counts[state]) / most} height={BAR.height} fill="currentColor" />
                  <path d={`M0.5 0V${BAR.height}`} stroke="currentColor" />
                </svg>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
