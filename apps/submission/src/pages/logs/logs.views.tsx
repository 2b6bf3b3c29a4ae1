import { Callout, LargePicture, LinkButton } from '@shipyard/ui';
import type { PageContext } from '../page-context';
import { logUrl } from '../project/log-url';
import { TimeLine } from '../project/time-line';
import { standingOf, studioUrl } from '../studio/project-path';
import { Saved } from '../saved';
import { StudioPage } from '../studio/studio-page';
import type { ProjectStudio } from '../studio/studio.query';
import { type Withdrawn, withdrawLogUrl } from '../withdraw/withdrawn';
import type { EnteredLog } from './log-form';
import { LogWriter } from './log-writer';
import type { LogList } from './logs.query';

interface LogsPageProps {
  page: PageContext;
  studio: ProjectStudio;
  list: LogList;
  isPublished: boolean;
  withdrawn: Withdrawn | undefined;
  entered: EnteredLog;
}

export function LogsPage(props: LogsPageProps) {
  const { page, studio, list, isPublished, withdrawn, entered } = props;
  const words = page.words.logs;
  const [newest] = list.logs;
  return (
    <StudioPage page={page} studio={studio} section="logs" title={words.title} isError={hasErrors(entered)}>
      <div className="ui-column">
        {withdrawn && <Saved text={words.withdraw.done[withdrawn]} />}
        {list.isOlder ? <h1 className="ui-title">{words.older}</h1> : <Writer {...props} />}
        <div className={`ui-studio-logs ui-paint-${studio.project.color}`}>
          <TimeLine
            page={page}
            slug={studio.project.slug}
            title={list.isOlder ? words.title : words.published}
            logs={list.logs}
            imageOf={list.imageOf}
            actionOf={(sequence) => (
              <p>
                <a
                  className="ui-more"
                  href={withdrawLogUrl(studio.project.slug, sequence)}
                  aria-label={words.withdraw.title(sequence)}
                >
                  {words.withdraw.link}
                </a>
              </p>
            )}
            fresh={
              isPublished && newest
                ? { sequence: newest.sequence, note: <NextStep {...props} sequence={newest.sequence} /> }
                : undefined
            }
          >
            {(list.isOlder || list.next_cursor !== null) && <MoreLogs {...props} />}
          </TimeLine>
        </div>
        <LargePicture words={page.words.project.picture} />
      </div>
    </StudioPage>
  );
}

function MoreLogs({ page, studio, list }: LogsPageProps) {
  const words = page.words.logs;
  return (
    <>
      {list.isOlder && (
        <a className="ui-more" href={studioUrl(studio.project.slug, 'logs')}>
          {words.newest}
        </a>
      )}
      {list.next_cursor !== null && (
        <a className="ui-more" href={`?${new URLSearchParams({ cursor: list.next_cursor }).toString()}`}>
          {words.older}
        </a>
      )}
    </>
  );
}

/** Stands beside the log that was just published, because the page is scrolled there. */
function NextStep({ page, studio: { project }, sequence }: LogsPageProps & { sequence: number }) {
  const words = page.words.logs;
  const { home, next: sentences } = page.words.studio;
  const { next, section, turn } = standingOf(project);
  return (
    <Callout kind="tip" word={(project.visibility === 'private' ? words.addedNow : words.publishedNow)(sequence)}>
      <p>
        {sentences[next]}
        {next === 'write_logs' && ` · ${home.logsMissing(project.program.logsRequired - project.logCount)}`}
      </p>
      <div className="ui-buttons">
        {turn === 'yours' && (
          <LinkButton kind="secondary" href={studioUrl(project.slug, section)}>
            {home.open[next]}
          </LinkButton>
        )}
        <LinkButton kind="quiet" href={logUrl(project.slug, sequence)}>
          {words.view}
        </LinkButton>
      </div>
    </Callout>
  );
}

/** Stays folded away beside a log that was just published. */
function Writer({ page, studio: { project }, isPublished, entered }: LogsPageProps) {
  const words = page.words.logs;
  const title = words.write(project.lastSequence + 1);
  const form = <LogWriter page={page} project={project} entered={entered} isAgain={hasErrors(entered)} />;
  if (isPublished)
    return (
      <>
        <h1 className="ui-title">{words.title}</h1>
        <details className="ui-log-next">
          <summary className="ui-button ui-button-secondary">{title}</summary>
          {form}
        </details>
      </>
    );
  return (
    <>
      <h1 className="ui-title">{entered.isPhotoFirst ? words.photoFirst : title}</h1>
      <p className="ui-lead">{entered.isPhotoFirst ? words.photoFirstLead : words.lead}</p>
      {form}
    </>
  );
}

const hasErrors = ({ errors }: EnteredLog) => Object.keys(errors).length > 0;
