import type { ReactNode } from 'react';
import { LinkButton, type PageHead, PersonText, WrittenHtml } from '@shipyard/ui';
import { Page } from '../page';
import { startUrl } from '../new-project/start-url';
import type { PageContext } from '../page-context';
import { ProjectRack } from '../project-rack/project-rack';
import { SitePageLinks } from '../site-page/site-page-links';
import { ProgramRule } from './program-rule';
import { datesText, ProgramState } from './program-state';
import type { ProgramContent } from './programs.query';

type ProgramProps = ProgramContent & { page: PageContext };

export function ProgramPage(props: ProgramProps) {
  return (
    <Page page={props.page} title={props.program.name} head={headOf(props)} styleSheets={['written']}>
      <ProgramSheet {...props} />
    </Page>
  );
}

/** All that the page of a program shows. Its preview shows the same. */
export function ProgramSheet(props: ProgramProps) {
  const { page, program, today } = props;
  const { program: text } = page.words;
  return (
    <>
      <div className="ui-headline ui-program-headline">
        <h1 className="ui-headline-title">
          <PersonText text={program.name} />
        </h1>
        {program.tagline !== '' && (
          <p className="ui-headline-lead">
            <PersonText text={program.tagline} />
          </p>
        )}
      </div>
      <ProgramRule {...program} page={page} today={today} />
      <div className="ui-program-top">
        <Plate {...props} />
        {program.open && (
          <div className="ui-buttons">
            <LinkButton href={startUrl(page, program.id)}>{text.start}</LinkButton>
          </div>
        )}
      </div>
      <SitePageLinks page={page} lead={page.words.sitePages.ofPrograms} ids={['rules']} />
      <About {...props} />
      <Projects {...props} />
    </>
  );
}

function headOf({ page: { site, words }, program, projects }: ProgramProps): PageHead {
  const url = `${site}/programs/${program.id}`;
  return {
    description: program.tagline || words.program.description(program.name),
    canonicalUrl: url,
    image: { url: `${url}/og.png`, alt: program.name },
    isIndexed: true,
    structuredData: {
      '@context': 'https://schema.org',
      '@type': 'CollectionPage',
      name: program.name,
      description: program.tagline,
      url,
      mainEntity: {
        '@type': 'ItemList',
        itemListElement: projects.map(({ project }, at) => ({
          '@type': 'ListItem',
          position: at + 1,
          url: site + project.url,
        })),
      },
    },
  };
}

function Plate({ page, program }: Pick<ProgramProps, 'page' | 'program'>) {
  const { program: text } = page.words;
  const { prize } = program;
  return (
    <dl className="ui-plate">
      <Row term={text.state}>
        <ProgramState program={program} page={page} />
      </Row>
      <Row term={text.dates}>{datesText(program, page)}</Row>
      <Row term={text.prize}>
        {prize ? <bdi>{prize.hardware ? text.byPost(prize.name) : prize.name}</bdi> : text.noPrize}
      </Row>
      <Row term={text.logs}>{text.logsRequired(program.logs_required)}</Row>
      <Row term={text.interview}>
        {program.interview_questions === 0 ? text.noInterview : text.questions(program.interview_questions)}
      </Row>
    </dl>
  );
}

const Row = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="ui-plate-row">
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
);

function About({ page, program }: Pick<ProgramProps, 'page' | 'program'>) {
  const { program: text } = page.words;
  const { description_html: html, docs } = program;
  if (html === '' && docs.length === 0) return null;
  return (
    <div className="ui-program-about">
      {html !== '' && (
        <section aria-labelledby="about">
          <h2 className="ui-section-title" id="about">
            {text.about}
          </h2>
          <WrittenHtml html={html} />
        </section>
      )}
      {docs.length > 0 && (
        <section aria-labelledby="documents">
          <h2 className="ui-section-title" id="documents">
            {text.documents}
          </h2>
          <ul className="ui-documents">
            {docs.map(({ id, title, url }) => (
              <li key={id}>
                <a href={url} rel="noopener noreferrer">
                  <PersonText text={title} />
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function Projects({ page: { words }, program, projects, total }: ProgramProps) {
  const { program: text } = words;
  return (
    <section aria-labelledby="projects">
      <h2 className="ui-section-title ui-program-title" id="projects">
        {text.projects}
      </h2>
      {projects.length === 0 ? (
        <p className="ui-empty">{program.open ? text.beFirst : text.noProject}</p>
      ) : (
        <>
          <ProjectRack words={words} projects={projects} programNames={null} headingLevel={3} />
          {total > projects.length && (
            <p className="ui-list-state ui-spread">
              <a href={`/?${new URLSearchParams({ program: program.id }).toString()}`}>{text.all(total)}</a>
            </p>
          )}
        </>
      )}
    </section>
  );
}
