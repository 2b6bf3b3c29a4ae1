import { monthAndYear, Time, utcDayOf } from '@shipyard/pages';
import { type PageHead, Pager, PersonText } from '@shipyard/ui';
import { Page } from '../page';
import type { PageContext } from '../page-context';
import { ProjectRack } from '../project-rack/project-rack';
import { type CreatorContent, PROJECTS_PER_PAGE } from './creator.query';

type CreatorProps = CreatorContent & { page: PageContext };

export function CreatorPage(props: CreatorProps) {
  const { page, creator } = props;
  const { creator: text } = page.words;
  return (
    <Page page={page} title={creator.display_name} head={headOf(props)}>
      <div className="ui-headline">
        <h1 className="ui-headline-title">
          <PersonText text={creator.display_name} />
        </h1>
        <p className="ui-headline-lead">
          <bdi>@{creator.handle}</bdi>
        </p>
        <p className="ui-headline-facts ui-count">
          <Time time={creator.joined_at}>{text.since(monthAndYear(page.language, utcDayOf(creator.joined_at)))}</Time>
        </p>
      </div>
      {creator.bio !== '' && (
        <p className="ui-bio">
          <PersonText text={creator.bio} />
        </p>
      )}
      <Projects {...props} />
    </Page>
  );
}

const urlOf = (handle: string, offset: number) =>
  offset === 0 ? `/creators/${handle}` : `/creators/${handle}?offset=${offset}`;

function headOf({ page: { site, words }, creator, offset, mayBeIndexed }: CreatorProps): PageHead {
  const url = site + urlOf(creator.handle, offset);
  if (!mayBeIndexed) return { description: words.creator.description(creator.display_name) };
  return {
    description: creator.bio || words.creator.description(creator.display_name),
    canonicalUrl: url,
    image: { url: `${site}/creators/${creator.handle}/og.png`, alt: creator.display_name },
    isIndexed: offset === 0,
    type: 'profile',
    structuredData: {
      '@context': 'https://schema.org',
      '@type': 'ProfilePage',
      dateCreated: creator.joined_at.toISOString(),
      mainEntity: {
        '@type': 'Person',
        name: creator.display_name,
        alternateName: creator.handle,
        description: creator.bio,
        url,
      },
    },
  };
}

function Projects({ page: { words }, creator, projects, programNames, offset, shown }: CreatorProps) {
  const { creator: text, wall } = words;
  const end = offset + projects.length;
  return (
    <section aria-labelledby="projects">
      <div className="ui-section-head ui-spread">
        <h2 className="ui-section-title" id="projects">
          {text.projects}
        </h2>
        {creator.project_count > 0 && <p className="ui-count">{text.count(creator.project_count)}</p>}
      </div>
      {projects.length === 0 ? (
        <p className="ui-empty">
          {shown === 0 ? text.noProject : wall.listEnds(shown)}{' '}
          {shown > 0 && <a href={urlOf(creator.handle, 0)}>{wall.firstPage}</a>}
        </p>
      ) : (
        <>
          <ProjectRack words={words} projects={projects} programNames={programNames} headingLevel={3} isOnTop />
          <Pager
            label={wall.pages}
            range={wall.range(offset + 1, end, creator.project_count)}
            newer={{
              text: wall.newer,
              href: offset > 0 ? urlOf(creator.handle, Math.max(0, offset - PROJECTS_PER_PAGE)) : null,
            }}
            older={{ text: wall.older, href: end < shown ? urlOf(creator.handle, end) : null }}
          />
        </>
      )}
    </section>
  );
}
