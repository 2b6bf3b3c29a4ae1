import type { ReactNode } from 'react';
import { PersonText } from '@shipyard/ui';
import type { ProgramView } from '../../programs';
import { Page } from '../page';
import type { PageContext } from '../page-context';
import { datesText, ProgramState, stageOf } from './program-state';

const STAGES = ['open', 'upcoming', 'closed', 'ended'] as const;

/** Those that can be joined first, then the newest first. */
const inOrder = (programs: readonly ProgramView[]) =>
  STAGES.flatMap((stage) => programs.filter((program) => stageOf(program) === stage));

export function ProgramList({ page, programs }: { page: PageContext; programs: readonly ProgramView[] }) {
  const { words, site } = page;
  const { program: text } = words;
  const head = { description: text.lead, canonicalUrl: `${site}/programs`, isIndexed: true };
  return (
    <Page page={page} title={text.title} head={head}>
      <div className="ui-headline">
        <h1 className="ui-headline-title">{text.title}</h1>
        <p className="ui-headline-lead">{text.lead}</p>
        <p className="ui-headline-facts ui-count">
          {text.programs(programs.length)} · {text.openOnes(programs.filter(({ open }) => open).length)}
        </p>
      </div>
      {programs.length === 0 ? (
        <p className="ui-empty">{text.none}</p>
      ) : (
        <ul className="ui-programs">
          {inOrder(programs).map((program) => (
            <ProgramRow key={program.id} page={page} program={program} />
          ))}
        </ul>
      )}
    </Page>
  );
}

function ProgramRow({ page, program }: { page: PageContext; program: ProgramView }) {
  const { program: text, wall } = page.words;
  return (
    <li className="ui-program">
      <div>
        <h2 className="ui-program-name">
          <a href={`/programs/${program.id}`}>
            <PersonText text={program.name} />
          </a>
        </h2>
        {program.tagline !== '' && (
          <p className="ui-program-tagline">
            <PersonText text={program.tagline} />
          </p>
        )}
      </div>
      <dl className="ui-program-facts">
        <Fact term={text.state}>
          <ProgramState program={program} page={page} />
        </Fact>
        <Fact term={text.dates}>{datesText(program, page)}</Fact>
        <Fact term={text.prize}>{program.prize ? <PersonText text={program.prize.name} /> : text.noPrize}</Fact>
        <Fact term={text.projects}>{wall.projects(program.project_count)}</Fact>
      </dl>
    </li>
  );
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
);
