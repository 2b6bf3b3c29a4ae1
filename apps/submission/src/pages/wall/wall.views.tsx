import type { FieldErrors } from '@shipyard/pages';
import { ErrorSummary, type PageHead, Pager } from '@shipyard/ui';
import { Page } from '../page';
import { startUrl } from '../new-project/start-url';
import type { PageContext } from '../page-context';
import { ProjectRack } from '../project-rack/project-rack';
import { type WallFields, wallUrl } from './wall.address';
import type { WallContent } from './wall.query';
import { WallSearch } from './wall-search';

const FEED_URL = '/feed.atom';

interface WallProps extends WallContent {
  page: PageContext;
  fields: WallFields;
}

export function Wall({ page, fields, facts, programs, list }: WallProps) {
  const { words } = page;
  const title = fields.q === undefined ? words.wall.title : words.wall.searchedFor(fields.q);
  return (
    <Page page={page} title={title} head={headOf(page, fields, programs.length)}>
      <Headline page={page} facts={facts} programs={programs} />
      <WallSearch words={words} fields={fields} programs={programs} tags={facts.tags} />
      <Found page={page} fields={fields} list={list} programs={programs} />
    </Page>
  );
}

interface RefusedWallProps extends Omit<WallProps, 'list'> {
  errors: FieldErrors<keyof WallFields>;
}

/** The form with what was typed, and what is wrong with it. */
export function RefusedWall({ page, fields, facts, programs, errors }: RefusedWallProps) {
  const { words } = page;
  const problems = (Object.keys(errors) as (keyof WallFields)[]).map((name) => ({
    // The tag and the page have no field.
    field: name === 'tag' || name === 'offset' ? 'q' : name,
    message: words.wall.refused[name],
  }));
  return (
    <Page page={page} title={words.wall.title} isError>
      <Headline page={page} facts={facts} programs={programs} />
      <ErrorSummary title={words.summary(problems.length)} errors={problems} />
      <WallSearch
        words={words}
        fields={{ ...fields, tag: undefined, offset: undefined }}
        programs={programs}
        tags={facts.tags}
        errors={errors}
      />
      <p className="ui-empty">
        <a href="/">{words.wall.showAll}</a>
      </p>
    </Page>
  );
}

function headOf({ words: { wall }, site }: PageContext, fields: WallFields, programs: number): PageHead {
  const url = site + wallUrl(fields);
  return {
    description: leadOf(wall, programs),
    canonicalUrl: url,
    image: { url: `${site}/og.png`, alt: wall.title },
    // Searches and deep pages only repeat what the projects' own pages say.
    isIndexed: wallUrl(fields) === '/',
    feeds: [{ title: wall.feed, url: FEED_URL }],
    structuredData: {
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      name: 'Shipyard',
      url: `${site}/`,
      description: leadOf(wall, programs),
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${site}/?q={search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    },
  };
}

const leadOf = (wall: PageContext['words']['wall'], programs: number) =>
  programs === 0 ? wall.leadWithoutPrograms : wall.lead(programs);

function Headline({ page: { words }, facts, programs }: Pick<WallProps, 'page' | 'facts' | 'programs'>) {
  const { wall } = words;
  return (
    <div className="ui-headline">
      <h1 className="ui-headline-title">{wall.title}</h1>
      <p className="ui-headline-lead">{leadOf(wall, programs.length)}</p>
      <p className="ui-headline-facts ui-count">
        {wall.projects(facts.projects)} · {wall.shippedOnes(facts.shipped)}
      </p>
    </div>
  );
}

type FoundProps = Pick<WallProps, 'page' | 'fields' | 'list' | 'programs'>;

function Found({ page, fields, list, programs }: FoundProps) {
  const { words } = page;
  const { projects, total } = list;
  if (projects.length === 0) return <NothingFound page={page} fields={fields} total={total} />;
  return (
    <>
      <ListState words={words} fields={fields} total={total} />
      <ProjectRack
        words={words}
        projects={projects}
        programNames={new Map(programs.map(({ id, name }) => [id, name]))}
        isOnTop
      />
      <WallPages words={words} fields={fields} list={list} />
      <p className="ui-links ui-screen-only">
        <a href={FEED_URL} type="application/atom+xml">
          {words.wall.follow}
        </a>
      </p>
    </>
  );
}

type PartProps = Pick<PageContext, 'words'> & { fields: WallFields; total: number };

const isFiltered = ({ q, tag, program, project_status: projectStatus }: WallFields) =>
  [q, tag, program, projectStatus].some((each) => each !== undefined);

function ListState({ words: { wall }, fields, total }: PartProps) {
  if (!isFiltered(fields)) return null;
  return (
    <p className="ui-list-state ui-spread">
      <span>
        {wall.matches(total)} {fields.tag !== undefined && <bdi>{wall.withTag(fields.tag)} </bdi>}
        <a href="/">{wall.showAll}</a>
      </span>
    </p>
  );
}

function NothingFound({ page, fields, total }: Pick<FoundProps, 'page' | 'fields'> & Pick<PartProps, 'total'>) {
  const { wall } = page.words;
  const { q } = fields;
  if (total > 0)
    return (
      <p className="ui-empty">
        {wall.listEnds(total)} <a href={wallUrl({ ...fields, offset: undefined })}>{wall.firstPage}</a>
      </p>
    );
  if (!isFiltered(fields))
    return (
      <p className="ui-empty">
        {wall.nothingYet} <a href={startUrl(page)}>{wall.startFirst}</a>
      </p>
    );
  return (
    <p className="ui-empty">
      <bdi>{q === undefined ? wall.noMatch : wall.noMatchFor(q)}</bdi>{' '}
      {fields.tag !== undefined && <bdi>{wall.withTag(fields.tag)} </bdi>}
      <a href="/">{wall.showAll}</a>
    </p>
  );
}

function WallPages({ words: { wall }, fields, list }: Pick<PartProps, 'words' | 'fields'> & Pick<WallProps, 'list'>) {
  const { projects, total, limit, offset } = list;
  const end = offset + projects.length;
  const at = (next: number) => wallUrl({ ...fields, offset: String(next) });
  return (
    <Pager
      label={wall.pages}
      range={wall.range(offset + 1, end, total)}
      newer={{ text: wall.newer, href: offset > 0 ? at(Math.max(0, offset - limit)) : null }}
      older={{ text: wall.older, href: end < total ? at(end) : null }}
    />
  );
}
