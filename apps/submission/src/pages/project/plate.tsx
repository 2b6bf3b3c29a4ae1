import { longDate, Time, utcDayOf } from '@shipyard/pages';
import type { ReactNode } from 'react';
import { PersonText, StateBadge } from '@shipyard/ui';
import type { PageContext } from '../page-context';
import type { ProjectView } from '../../project-reads';
import { wallUrl } from '../wall/wall.address';
import type { Words } from '../words/words';
import type { ProjectPage } from './project-page.query';

const LINK_LENGTH = 40;

interface PlateProps {
  page: PageContext;
  data: ProjectPage;
  /** The maker has no page while nothing of theirs may be public. */
  hasMakerLink?: boolean;
}

/** Who built the project, for which program, when, how far it is, and where to try it. */
export function Plate({ page, data: { project, subject, firstLogDay }, hasMakerLink = true }: PlateProps) {
  const words = page.words.project;
  const began = firstLogDay === null ? project.created_at : new Date(firstLogDay * 86_400_000);
  return (
    <dl className="ui-plate">
      <Row term={words.builtBy}>
        {hasMakerLink ? (
          <MakerLink creator={project.creator} words={words} />
        ) : (
          <PersonText text={shownName(project.creator, words)} />
        )}
      </Row>
      <Row term={words.program}>
        <a href={`/programs/${project.program_id}`}>
          <PersonText text={subject.programName} />
        </a>
      </Row>
      <Row term={words.began}>
        <Time time={began}>{longDate(page.language, utcDayOf(began))}</Time>
      </Row>
      <Row term={words.stage}>
        {project.shipped_at === null ? (
          words.stages[project.project_status]
        ) : (
          <Shipped page={page} at={project.shipped_at} />
        )}
      </Row>
      {project.shipped && subject.prizeName !== null && (
        <Row term={words.prize}>
          <PersonText text={subject.prizeName} />
        </Row>
      )}
      <Tags tags={project.tags} words={words} />
      {project.demo_urls.length > 0 && (
        <Row term={words.tryIt}>
          <ul className="ui-plate-links">
            {project.demo_urls.map((url) => (
              <li key={url}>
                <a href={url} rel="nofollow ugc noopener noreferrer">
                  <bdi>{linkText(url)}</bdi>
                </a>
              </li>
            ))}
          </ul>
        </Row>
      )}
    </dl>
  );
}

const Shipped = ({ page, at }: { page: PageContext; at: Date }) => (
  <span className="ui-cluster">
    <StateBadge state="shipped" word={page.words.project.shipped} />
    <Time time={at}>{longDate(page.language, utcDayOf(at))}</Time>
  </span>
);

function Tags({ tags, words }: { tags: readonly string[]; words: Words['project'] }) {
  if (tags.length === 0) return null;
  return (
    <Row term={words.tags}>
      <ul className="ui-plate-links ui-cluster">
        {tags.map((tag) => (
          <li key={tag}>
            <a href={wallUrl({ tag })}>
              <bdi>{tag}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </Row>
  );
}

const Row = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="ui-plate-row">
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
);

/** The host as the network knows it, so that no look-alike letter passes for another. */
function linkText(url: string): string {
  if (!URL.canParse(url)) return url.slice(0, LINK_LENGTH);
  const { host, pathname } = new URL(url);
  const place = host.replace(/^www\./, '');
  const text = pathname === '/' ? place : place + pathname;
  if (text.length <= LINK_LENGTH) return text;
  return place.length < LINK_LENGTH ? `${text.slice(0, LINK_LENGTH - 1)}…` : place;
}

type Creator = ProjectView['creator'];

/** The maker's name. A creator without a handle has deleted the account. */
export const shownName = ({ handle, display_name: name }: Creator, words: Words['project']): string =>
  handle === '' ? words.anonymous : name;

/** Links to the maker's page, if there is one. */
export function MakerLink({ creator, words }: { creator: Creator; words: Words['project'] }) {
  const name = <PersonText text={shownName(creator, words)} />;
  return creator.handle === '' ? name : <a href={`/creators/${creator.handle}`}>{name}</a>;
}
