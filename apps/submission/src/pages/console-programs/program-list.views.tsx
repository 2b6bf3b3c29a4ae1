import { LinkButton, Pager, PersonText, Table } from '@shipyard/ui';
import type { Caller } from '../../accounts';
import type { StaffProgramView } from '../../programs';
import type { ProgramCounts } from '../../project-reads';
import { ConsolePage } from '../console/console-page';
import { CountedAt } from '../console-figures/figures.views';
import type { PageContext } from '../page-context';
import { datesText, ProgramState } from '../programs/program-state';
import { NEW_PROGRAM_URL, PROGRAMS_URL, programUrl } from './program-urls';

export interface ListedPrograms {
  programs: readonly StaffProgramView[];
  counts: readonly ProgramCounts[];
  /** When the projects were counted. Null: now. */
  asOf: Date | null;
  /** The program that the list goes on after. */
  after: string | null;
  hasMore: boolean;
}

interface ListProps {
  page: PageContext;
  caller: Caller;
  list: ListedPrograms;
}

export function ProgramListPage({ page, caller, list }: ListProps) {
  const words = page.words.consolePrograms.list;
  return (
    <ConsolePage page={page} caller={caller} part="programs" title={words.title}>
      <div className="ui-spread">
        <h1 className="ui-title">{words.title}</h1>
        <LinkButton href={NEW_PROGRAM_URL}>{words.create}</LinkButton>
      </div>
      {list.programs.length === 0 ? (
        <p className="ui-lead">{list.after === null ? words.none : words.noMore}</p>
      ) : (
        <>
          <CountedAt page={page} asOf={list.asOf} />
          <Programs page={page} list={list} />
        </>
      )}
      <Places page={page} list={list} />
    </ConsolePage>
  );
}

function Programs({ page, list: { programs, counts } }: Omit<ListProps, 'caller'>) {
  const words = page.words.consolePrograms.list;
  const states = page.words.program;
  const countsOf = ({ id }: StaffProgramView) => counts.find(({ programId }) => programId === id);
  return (
    <Table
      label={words.title}
      caption={words.newestFirst}
      rows={programs}
      keyOf={({ id }) => id}
      columns={[
        {
          name: words.program,
          cell: ({ id, name }) => (
            <a href={programUrl(id)}>
              <PersonText text={name} />
            </a>
          ),
        },
        { name: states.state, cell: (program) => <ProgramState page={page} program={program} /> },
        { name: states.dates, cell: (program) => datesText(program, page) },
        { name: states.prize, cell: ({ prize }) => (prize ? <PersonText text={prize.name} /> : states.noPrize) },
        { name: words.projects, isNumber: true, cell: (program) => countsOf(program)?.projects ?? 0 },
        { name: words.toDecide, isNumber: true, cell: (program) => countsOf(program)?.toDecide ?? 0 },
        { name: words.shipped, isNumber: true, cell: (program) => countsOf(program)?.shipped ?? 0 },
      ]}
    />
  );
}

function Places({ page, list: { programs, after, hasMore } }: Omit<ListProps, 'caller'>) {
  const words = page.words.consolePrograms.list;
  if (after === null && !hasMore) return null;
  const last = programs.at(-1);
  const next = hasMore && last ? `${PROGRAMS_URL}?${new URLSearchParams({ after: last.id }).toString()}` : null;
  return (
    <Pager
      label={words.places}
      range={words.here(programs.length)}
      newer={{ text: words.newest, href: after === null ? null : PROGRAMS_URL }}
      older={{ text: words.older, href: next }}
    />
  );
}
