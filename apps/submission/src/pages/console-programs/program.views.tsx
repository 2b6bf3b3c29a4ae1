import { CsrfField, LocalTime } from '@shipyard/pages';
import { Button, LinkButton, PersonText } from '@shipyard/ui';
import type { Caller } from '../../accounts';
import type { StaffProgramView } from '../../programs';
import type { Figures, ProgramFunnel } from '../../project-reads';
import { ConsolePage } from '../console/console-page';
import { CountedAt, StateFigures, WaitFigures } from '../console-figures/figures.views';
import type { PageContext } from '../page-context';
import { datesText, ProgramState, stageOf } from '../programs/program-state';
import { Saved } from '../saved';
import { Funnel } from './funnel';
import { copyUrl, PROGRAMS_URL, programUrl } from './program-urls';

export interface StaffProgramProps {
  page: PageContext;
  caller: Caller;
  program: StaffProgramView;
  figures: Figures;
  funnel: ProgramFunnel;
  /** When the projects were counted. Null: now. */
  asOf: Date | null;
  done: Done | null;
}

/** What led to the page. */
export const DONE = ['created', 'saved', 'closed', 'reopened', 'phrases'] as const;
export type Done = (typeof DONE)[number];

export function StaffProgramPage(props: StaffProgramProps) {
  const { page, caller, program, figures, funnel, asOf, done } = props;
  const words = page.words.consolePrograms;
  return (
    <ConsolePage page={page} caller={caller} part="programs" title={program.name}>
      <p>
        <a href={PROGRAMS_URL}>{words.program.back}</a>
      </p>
      {done && <Saved text={words.program.done[done]} />}
      <h1 className="ui-title">
        <PersonText text={program.name} />
      </h1>
      <Facts page={page} program={program} />
      <div className="ui-buttons">
        <LinkButton href={programUrl(program.id, 'edit')}>{words.program.edit}</LinkButton>
        <LinkButton kind="secondary" href={copyUrl(program.id)}>
          {words.program.copy}
        </LinkButton>
        <LinkButton kind="secondary" href={programUrl(program.id, 'phrases')}>
          {words.phrases.title}
        </LinkButton>
        <LinkButton kind="quiet" href={`/programs/${program.id}`}>
          {words.program.publicPage}
        </LinkButton>
      </div>
      <section className="ui-section" aria-labelledby="figures">
        <h2 className="ui-section-title" id="figures">
          {words.figures.title}
        </h2>
        <CountedAt page={page} asOf={asOf} />
        <Funnel page={page} funnel={funnel} />
        <StateFigures page={page} figures={figures} />
        <WaitFigures page={page} figures={figures} />
      </section>
      <OpenOrClosed page={page} program={program} />
    </ConsolePage>
  );
}

type PartProps = Pick<StaffProgramProps, 'page' | 'program'>;

function Facts({ page, program }: PartProps) {
  const { program: text } = page.words;
  const { prize } = program;
  return (
    <dl className="ui-console-facts">
      <dt>{page.words.consolePrograms.fields.id.fact}</dt>
      <dd>
        <code>{program.id}</code>
      </dd>
      <dt>{text.state}</dt>
      <dd>
        <ProgramState page={page} program={program} />
      </dd>
      <dt>{text.dates}</dt>
      <dd>
        {datesText(program, page)}
        {program.ends_at && (
          <>
            {' · '}
            {page.words.consolePrograms.program.endsExactly} <LocalTime page={page} time={program.ends_at} />
          </>
        )}
      </dd>
      <dt>{text.prize}</dt>
      <dd>{prize ? <bdi>{prize.hardware ? text.byPost(prize.name) : prize.name}</bdi> : text.noPrize}</dd>
      <dt>{text.logs}</dt>
      <dd>{text.logsRequired(program.logs_required)}</dd>
      <dt>{text.interview}</dt>
      <dd>{program.interview_questions === 0 ? text.noInterview : text.questions(program.interview_questions)}</dd>
    </dl>
  );
}

/** Says what closing or reopening means, and for whom, before it is done. */
function OpenOrClosed({ page, program }: PartProps) {
  const words = page.words.consolePrograms.closing;
  const stage = stageOf({ ...program, open: program.open });
  const step = program.closed ? 'reopen' : 'close';
  return (
    <section className="ui-section" aria-labelledby="closing">
      <h2 className="ui-section-title" id="closing">
        {words.title}
      </h2>
      <p className="ui-text">{program.closed ? words.isClosed : words.now[stage]}</p>
      <form method="post" action={programUrl(program.id, step)}>
        <CsrfField page={page} />
        <p className="ui-text" id="closing-means">
          {program.closed && program.ends_at !== null && program.ends_at <= new Date()
            ? words.reopenEnded
            : words.means[step]}
        </p>
        <div className="ui-buttons">
          <Button kind={program.closed ? 'secondary' : 'danger'} describedBy="closing-means">
            {words[step]}
          </Button>
        </div>
      </form>
    </section>
  );
}
