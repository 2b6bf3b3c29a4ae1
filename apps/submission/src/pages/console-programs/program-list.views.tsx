import { LinkButton, Pager, PersonText } from '@shipyard/ui';
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
          <div className="ui-table-box" role="region" aria-label={words.title} tabIndex={0}>
            <Programs page={page} list={list} />
          </div>
        </>
      )}
      <Places page={page} list={list} />
    </ConsolePage>
  );
}

function Programs({ page, list: { programs, counts } }: Omit<ListProps, 'caller'>) {
  const words = page.words.consolePrograms.list;
  return (
    <table className="ui-table">
      <caption>{words.newestFirst}</caption>
      <thead>
        <tr>
          <th scope="col">{words.program}</th>
          <th scope="col">{page.words.program.state}</th>
          <th scope="col">{page.words.program.dates}</th>
          <th scope="col">{page.words.program.prize}</th>
          <th scope="col" className="ui-table-number">
            {words.projects}
          </th>
          <th scope="col" className="ui-table-number">
            {words.toDecide}
          </th>
          <th scope="col" className="ui-table-number">
            {words.shipped}
          </th>
        </tr>
      </thead>
      <tbody>
        {programs.map((program) => (
          <ProgramRow
            key={program.id}
            page={page}
            program={program}
            counts={counts.find(({ programId }) => programId === program.id)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  page: PageContext;
  program: StaffProgramView;
  counts: ProgramCounts | undefined;
}

const ProgramRow = ({ page, program, counts }: RowProps) => (
  <tr>
    <th scope="row" className="ui-table-name">
      <a href={programUrl(program.id)}>
        <PersonText text={program.name} />
      </a>
    </th>
    <td>
      <ProgramState page={page} program={program} />
    </td>
    <td>{datesText(program, page)}</td>
    <td>{program.prize ? <PersonText text={program.prize.name} /> : page.words.program.noPrize}</td>
    <td className="ui-table-number">{counts?.projects ?? 0}</td>
    <td className="ui-table-number">{counts?.toDecide ?? 0}</td>
    <td className="ui-table-number">{counts?.shipped ?? 0}</td>
  </tr>
);

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
