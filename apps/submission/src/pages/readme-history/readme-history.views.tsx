import { CsrfField, longDate, Time, utcDayOf } from '@shipyard/pages';
import { Button, Callout } from '@shipyard/ui';
import type { ReadmeRevisionView } from '../../readme';
import type { PageContext } from '../page-context';
import { studioUrl } from '../studio/project-path';
import { StudioPage } from '../studio/studio-page';
import type { ProjectStudio } from '../studio/studio.query';
import { diffReadmes } from '../text-diff/readme-diff';
import { TextDiff } from '../text-diff/text-diff';
import { historyUrl } from './history-url';

interface HistoryProps {
  page: PageContext;
  studio: ProjectStudio;
}

export function ReadmeVersionsPage({ page, studio, revisions }: HistoryProps & { revisions: ReadmeRevisionView[] }) {
  const words = page.words.readmeHistory;
  const { slug } = studio.project;
  return (
    <StudioPage page={page} studio={studio} section="readme" title={words.title}>
      <h1 className="ui-title">{words.title}</h1>
      <p className="ui-text">{revisions.length === 0 ? words.none : words.lead}</p>
      <ul className="ui-links">
        {revisions.map(({ id, at, by }) => (
          <li key={id}>
            <a href={historyUrl(slug, id)}>{titleOf(page, at)}</a> <Time time={at}>{words.by[by]}</Time>
          </li>
        ))}
        <li>
          <a href={studioUrl(slug)}>{words.back}</a>
        </li>
      </ul>
    </StudioPage>
  );
}

interface VersionProps extends HistoryProps {
  revision: ReadmeRevisionView;
  markdown: string;
  present: string;
  isRefused: boolean;
}

export function ReadmeVersionPage({ page, studio, revision, markdown, present, isRefused }: VersionProps) {
  const words = page.words.readmeHistory;
  const { slug } = studio.project;
  const title = titleOf(page, revision.at);
  const hunks = diffReadmes(markdown, present);
  return (
    <StudioPage page={page} studio={studio} section="readme" title={title} isError={isRefused}>
      <h1 className="ui-title">{title}</h1>
      <p className="ui-text">{words.by[revision.by]}</p>
      {isRefused && (
        <Callout kind="warning" word={words.restore}>
          <p>{words.notRestored}</p>
        </Callout>
      )}
      <h2 className="ui-section-title">{words.compared}</h2>
      {hunks.length === 0 && <p>{words.same}</p>}
      <TextDiff hunks={hunks} />
      <form className="ui-fields" method="post" action={historyUrl(slug, revision.id)}>
        <CsrfField page={page} />
        <p className="ui-text">{words.restoreHint}</p>
        <div className="ui-buttons">
          <Button>{words.restore}</Button>
        </div>
      </form>
      <h2 className="ui-section-title">{words.whole}</h2>
      <p className="ui-diff" dir="auto">
        {markdown}
      </p>
      <ul className="ui-links">
        <li>
          <a href={historyUrl(slug)}>{words.title}</a>
        </li>
        <li>
          <a href={studioUrl(slug)}>{words.back}</a>
        </li>
      </ul>
    </StudioPage>
  );
}

/** To the minute, in UTC, because several versions may be of one day. */
const titleOf = ({ language, words }: PageContext, at: Date) =>
  words.readmeHistory.at(longDate(language, utcDayOf(at)), at.toISOString().slice(11, 16));
