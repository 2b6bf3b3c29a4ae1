import { Callout, LargePicture, LinkButton, nameSizeOf, type PageHead, PersonText, WrittenHtml } from '@shipyard/ui';
import type { ReactNode } from 'react';
import { Page } from '../page';
import type { PageContext } from '../page-context';
import { Plate, shownName } from './plate';
import type { OlderLogsPage, ProjectPage } from './project-page.query';
import { ProjectFront } from './project-front';
import { ReportLink } from './report.views';
import { ReviewSection } from './review-section';
import { TimeLine } from './time-line';

interface ProjectProps {
  page: PageContext;
  data: ProjectPage;
}

export function ProjectPageView({ page, data }: ProjectProps) {
  const { project, subject } = data;
  return (
    <Page page={page} title={project.name} head={headOf(page, data)} styleSheets={['written', 'project']}>
      <ProjectArticle
        page={page}
        data={data}
        crumb={<Crumb page={page} subject={subject} programId={project.program_id} />}
        notice={<WhoSees page={page} data={data} />}
        foot={<ReportLink page={page} slug={project.slug} bookletUrl={bookletUrlOf(data)} />}
      />
    </Page>
  );
}

interface ProjectArticleProps extends ProjectProps {
  crumb: ReactNode;
  notice: ReactNode;
  foot: ReactNode;
  /** Absent: those of the public page. */
  urls?: LogUrls;
}

interface LogUrls {
  log: (sequence: number) => string;
  older: (cursor: string) => string;
}

/** The project, as visitors see it and as a guardian reads it. */
export function ProjectArticle({ page, data, crumb, notice, foot, urls }: ProjectArticleProps) {
  const { project } = data;
  const words = page.words.project;
  return (
    <article className={`ui-project ui-paint-${project.color}`}>
      <header className="ui-project-head">
        {crumb}
        <div className="ui-project-title">
          <h1 className={`ui-name ui-name-${nameSizeOf(project.name)}`}>
            <PersonText text={project.name} />
          </h1>
          {project.tagline && (
            <p className="ui-tagline">
              <PersonText text={project.tagline} />
            </p>
          )}
          {data.isOwn && (
            <div className="ui-buttons">
              <LinkButton href={`/studio/projects/${project.slug}`}>{words.openInStudio}</LinkButton>
            </div>
          )}
        </div>
        <Plate page={page} data={data} hasMakerLink={urls === undefined} />
        <ProjectFront page={page} data={data} />
      </header>
      {notice}
      <Jumps page={page} data={data} />
      <div className="ui-project-columns">
        <Readme page={page} data={data} />
        <div>
          {project.review && <ReviewSection page={page} review={project.review} logs={data.reviewedLogs} />}
          <Logs page={page} data={data} urls={urls} />
        </div>
      </div>
      {foot}
      <LargePicture words={words.picture} />
    </article>
  );
}

/** Has no README, review and form, so that going back in time costs little. */
export function OlderLogsView({
  page,
  data: { slug, subject, logs, imageOf },
}: {
  page: PageContext;
  data: OlderLogsPage;
}) {
  const words = page.words.project.timeLine;
  return (
    <Page page={page} title={words.olderTitle(subject.name)} styleSheets={['written', 'project']}>
      <article className={`ui-project ui-column ui-paint-${subject.color}`}>
        <Crumb page={page} subject={subject} projectUrl={page.path} />
        <h1 className="ui-title">
          <PersonText text={words.olderTitle(subject.name)} />
        </h1>
        <TimeLine page={page} slug={slug} title={words.title} logs={logs.logs} imageOf={imageOf}>
          <a className="ui-more" href={`${page.path}#logs`}>
            {words.newest}
          </a>
          {logs.next_cursor !== null && <OlderLink url={olderLogsUrl(page, logs.next_cursor)} text={words.older} />}
        </TimeLine>
        <LargePicture words={page.words.project.picture} />
      </article>
    </Page>
  );
}

/** Null for staff, who see a private project and print nothing of it. */
function bookletUrlOf({ project, isOwn }: ProjectPage): string | null {
  if (project.visibility !== 'private' && project.hidden === null) return `${project.url}/booklet.pdf`;
  return isOwn ? `/studio/projects/${project.slug}/booklet.pdf` : null;
}

/** Whether search engines and feeds may show the project. */
const isForAll = ({ project, subject }: ProjectPage) =>
  project.visibility === 'public' && project.hidden === null && subject.mayBeIndexed;

function headOf({ site, words }: PageContext, data: ProjectPage): PageHead {
  const { project, subject } = data;
  const url = site + project.url;
  const description = project.tagline || words.project.description(subject.programName);
  const image = { url: `${url}/og.png`, alt: project.name };
  if (!isForAll(data)) return { description };
  return {
    isIndexed: true,
    description,
    canonicalUrl: url,
    type: 'article',
    image,
    feeds: [{ title: words.project.timeLine.feed(project.name), url: `${url}/feed.atom` }],
    structuredData: {
      '@context': 'https://schema.org',
      '@type': 'CreativeWork',
      name: project.name,
      description,
      url,
      image: image.url,
      author: {
        '@type': 'Person',
        name: shownName(project.creator, words.project),
        ...(project.creator.handle && { url: `${site}/creators/${project.creator.handle}` }),
      },
      dateCreated: project.created_at,
      dateModified: project.updated_at,
      keywords: project.tags.join(', '),
    },
  };
}

interface CrumbProps {
  page: PageContext;
  subject: ProjectPage['subject'];
  programId?: string;
  /** On pages below the project's. */
  projectUrl?: string;
}

function Crumb({ page: { words }, subject, programId, projectUrl }: CrumbProps) {
  const last = projectUrl
    ? { href: projectUrl, text: subject.name }
    : { href: `/programs/${programId}`, text: subject.programName };
  return (
    <nav className="ui-crumb ui-screen-only" aria-label={words.project.path}>
      <ol>
        <li>
          <a href="/">{words.project.projects}</a>
        </li>
        <li>
          <a href={last.href}>
            <PersonText text={last.text} />
          </a>
        </li>
      </ol>
    </nav>
  );
}

/** Says so if not everybody sees the page. */
function WhoSees({ page: { words }, data: { project } }: ProjectProps) {
  const { notice, isHidden, isHiddenByGuardian, isPrivate, reason } = words.project;
  if (project.hidden?.by === 'guardian')
    return (
      <Callout kind="warning" word={notice}>
        {isHiddenByGuardian}
      </Callout>
    );
  if (project.hidden)
    return (
      <Callout kind="warning" word={notice}>
        {isHidden} {reason} <PersonText text={project.hidden.reason} />
      </Callout>
    );
  if (project.visibility !== 'private') return null;
  return (
    <Callout kind="note" word={notice}>
      {isPrivate}
    </Callout>
  );
}

function Jumps({ page: { words }, data: { project } }: ProjectProps) {
  const { jumps, reviewJump, logsJump } = words.project;
  return (
    <nav className="ui-jumps ui-screen-only" aria-label={jumps}>
      <a href="#readme">README</a>
      {project.review && <a href="#review">{reviewJump}</a>}
      <a href="#logs">
        {logsJump} <span className="ui-count">{project.log_count}</span>
      </a>
    </nav>
  );
}

function Readme({ page: { words }, data: { project } }: ProjectProps) {
  const name = shownName(project.creator, words.project);
  return (
    <section className="ui-readme" id="readme" aria-labelledby="readme-title">
      <h2 className="ui-unseen" id="readme-title">
        {words.project.readmeBy(name)}
      </h2>
      {project.readme_html === '' ? (
        <p className="ui-readme-none">{words.project.noReadme(name)}</p>
      ) : (
        <WrittenHtml html={project.readme_html} words={words.project.written} />
      )}
    </section>
  );
}

function Logs({ page, data, urls }: Pick<ProjectArticleProps, 'page' | 'data' | 'urls'>) {
  const { project, imageOf } = data;
  const hasFeed = urls === undefined && isForAll(data);
  const olderUrl = urls?.older ?? ((after: string) => olderLogsUrl(page, after));
  const words = page.words.project.timeLine;
  const { logs, log_count: count, logs_next_cursor: cursor } = project;
  return (
    <TimeLine
      page={page}
      slug={project.slug}
      title={words.title}
      note={count > 0 ? words.newestFirst(String(count)) : undefined}
      logs={logs}
      imageOf={imageOf}
      urlOf={urls?.log}
    >
      {(cursor !== null || hasFeed) && (
        <>
          {cursor !== null && <OlderLink url={olderUrl(cursor)} text={words.older} />}
          {hasFeed && (
            <a className="ui-more" href={`${project.url}/feed.atom`} type="application/atom+xml">
              {words.follow}
            </a>
          )}
        </>
      )}
    </TimeLine>
  );
}

const olderLogsUrl = ({ path }: PageContext, cursor: string) => `${path}?logs=${cursor}#logs`;

export const OlderLink = ({ url, text }: { url: string; text: string }) => (
  <a className="ui-more" href={url}>
    {text}
  </a>
);
