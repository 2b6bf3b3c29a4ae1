import { Callout, LargePicture, LinkButton, PersonText } from '@shipyard/ui';
import { Page } from '../page';
import type { PageContext } from '../page-context';
import type { OlderLogsPage, ProjectPage } from '../project/project-page.query';
import { OlderLink, ProjectArticle } from '../project/project.views';
import { TimeLine } from '../project/time-line';
import { childProjectUrl, decisionUrl } from './guardian-urls';

interface ChildProjectProps {
  page: PageContext;
  data: ProjectPage;
  token: string;
}

/** A project as visitors would see it, with a way back to the decision. It has no head, so nothing indexes it. */
export function ChildProjectView({ page, data, token }: ChildProjectProps) {
  const words = page.words.childProject;
  const { name, slug, visibility, hidden } = data.project;
  return (
    <Page page={page} title={words.title(name)} styleSheets={['written', 'project']}>
      <ProjectArticle
        page={page}
        data={data}
        urls={{ log: (sequence) => `#log-${sequence}`, older: (cursor) => olderLogsUrl(slug, token, cursor) }}
        crumb={<WayBack page={page} token={token} />}
        notice={
          <Callout kind="note" word={words.notice}>
            {hidden !== null ? words.hidden : words[visibility]}
          </Callout>
        }
        foot={
          <p className="ui-links ui-screen-only">
            <LinkButton kind="primary" href={decisionUrl(token)}>
              {words.back}
            </LinkButton>
          </p>
        }
      />
    </Page>
  );
}

const olderLogsUrl = (slug: string, token: string, cursor: string) =>
  `${childProjectUrl(slug, token)}&${new URLSearchParams({ logs: cursor }).toString()}#logs`;

export function ChildLogsView({ page, data, token }: { page: PageContext; data: OlderLogsPage; token: string }) {
  const words = page.words.project.timeLine;
  const { slug, subject, logs, imageOf } = data;
  return (
    <Page page={page} title={words.olderTitle(subject.name)} styleSheets={['written', 'project']}>
      <article className={`ui-project ui-column ui-paint-${subject.color}`}>
        <WayBack page={page} token={token} project={{ name: subject.name, url: childProjectUrl(slug, token) }} />
        <h1 className="ui-title">
          <PersonText text={words.olderTitle(subject.name)} />
        </h1>
        <TimeLine
          page={page}
          slug={slug}
          title={words.title}
          logs={logs.logs}
          imageOf={imageOf}
          urlOf={(sequence) => `#log-${sequence}`}
        >
          <a className="ui-more" href={`${childProjectUrl(slug, token)}#logs`}>
            {words.newest}
          </a>
          {logs.next_cursor !== null && (
            <OlderLink url={olderLogsUrl(slug, token, logs.next_cursor)} text={words.older} />
          )}
        </TimeLine>
        <LargePicture words={page.words.project.picture} />
      </article>
    </Page>
  );
}

interface WayBackProps {
  page: PageContext;
  token: string;
  /** On pages below the project's. */
  project?: { name: string; url: string };
}

function WayBack({ page: { words }, token, project }: WayBackProps) {
  return (
    <nav className="ui-crumb ui-screen-only" aria-label={words.project.path}>
      <ol>
        <li>
          <a href={decisionUrl(token)}>{words.childProject.back}</a>
        </li>
        {project && (
          <li>
            <a href={project.url}>
              <PersonText text={project.name} />
            </a>
          </li>
        )}
      </ol>
    </nav>
  );
}
