import { Table } from '@shipyard/ui';
import { FUNNEL_STEPS, type ProgramFunnel } from '../../project-reads';
import type { PageContext } from '../page-context';

const WIDTH = 320;
const STEP = 44;
const BAR = 30;

/** How far the projects of a program came: a sentence, a drawing of it, and the same as a table. */
export function Funnel({ page, funnel: { people, steps } }: { page: PageContext; funnel: ProgramFunnel }) {
  const words = page.words.consolePrograms.figures;
  if (steps.joined === 0) return <p className="ui-lead">{words.nobody}</p>;
  return (
    <figure className="ui-funnel">
      <figcaption className="ui-lead">
        {words.sentence(people, steps.joined, steps.reviewed, steps.recommended, steps.approved, steps.shipped)}
      </figcaption>
      <Bars steps={steps} />
      <Numbers page={page} steps={steps} />
    </figure>
  );
}

type Steps = ProgramFunnel['steps'];

const Bars = ({ steps }: { steps: Steps }) => (
  <svg viewBox={`0 0 ${WIDTH} ${STEP * FUNNEL_STEPS.length}`} aria-hidden="true" fill="currentColor">
    {FUNNEL_STEPS.map((step, at) => {
      const width = (WIDTH * steps[step]) / steps.joined;
      const next = FUNNEL_STEPS[at + 1];
      return (
        <g key={step}>
          <rect x={(WIDTH - width) / 2} y={at * STEP} width={width} height={BAR} />
          {next && <path d={between(at, width, (WIDTH * steps[next]) / steps.joined)} fillOpacity="0.3" />}
        </g>
      );
    })}
    <path d={`M${WIDTH / 2} 0V${STEP * FUNNEL_STEPS.length - (STEP - BAR)}`} stroke="currentColor" />
  </svg>
);

function Numbers({ page, steps }: { page: PageContext; steps: Steps }) {
  const words = page.words.consolePrograms.figures;
  return (
    <Table
      label={words.funnel}
      caption={words.funnel}
      rows={FUNNEL_STEPS}
      keyOf={(step) => step}
      columns={[
        { name: words.step, cell: (step) => words.steps[step] },
        { name: words.projects, isNumber: true, cell: (step) => steps[step] },
        { name: words.share, isNumber: true, cell: (step) => `${Math.round((100 * steps[step]) / steps.joined)} %` },
      ]}
    />
  );
}

/** From the foot of a bar to the head of the next. */
function between(at: number, width: number, next: number): string {
  const [top, bottom] = [at * STEP + BAR, (at + 1) * STEP];
  const [left, right] = [(WIDTH - width) / 2, (WIDTH + width) / 2];
  return `M${left} ${top}H${right}L${(WIDTH + next) / 2} ${bottom}H${(WIDTH - next) / 2}Z`;
}
