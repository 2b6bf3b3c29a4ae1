import { shortDate, Time, utcDayOf } from '@shipyard/pages';
import type { ReactNode } from 'react';
import { PersonText, ResponsiveImage, WrittenHtml } from '@shipyard/ui';
import { assetIdIn, type LogPageView } from '../../project-reads';
import type { PageContext } from '../page-context';
import { dayOf } from './dated-rule';
import { logUrl } from './log-url';
import type { ImageOf } from './project-page.query';

type Log = LogPageView['logs'][number];

/** So many days without a log are said on the line. */
const GAP_DAYS = 14;
const PHOTOS_IN_A_ROW = 3;

interface TimeLineProps {
  page: PageContext;
  /** The project's. */
  slug: string;
  title: string;
  note?: string;
  logs: readonly Log[];
  imageOf: ImageOf;
  /** The log that was just published. Its heading takes the focus, and `note` stands above it. */
  fresh?: { sequence: number; note: ReactNode };
  /** The link of a log's number. Absent: its place on the public page. */
  urlOf?: (sequence: number) => string;
  /** What the maker can do with a log that is shown. */
  actionOf?: (sequence: number) => ReactNode;
  /** Links to more logs. */
  children: ReactNode;
}

/** The logs, newest first. */
export function TimeLine(props: TimeLineProps) {
  const { page, slug, title, note, logs, imageOf, fresh, actionOf, children } = props;
  const { urlOf = (sequence) => logUrl(slug, sequence) } = props;
  const words = page.words.project.timeLine;
  return (
    <section className="ui-section" id="logs" aria-labelledby="logs-title">
      <div className="ui-section-head ui-spread">
        <h2 className="ui-section-title" id="logs-title">
          {title}
        </h2>
        {note && <p className="ui-count">{note}</p>}
      </div>
      {logs.length === 0 && <p className="ui-review-text ui-second">{words.none}</p>}
      <ol className="ui-logs" reversed>
        {logs.map((log, at) => (
          <LogItem
            key={log.sequence}
            page={page}
            url={urlOf(log.sequence)}
            log={log}
            older={logs[at + 1]}
            imageOf={imageOf}
            freshNote={log.sequence === fresh?.sequence ? fresh.note : undefined}
            action={actionOf?.(log.sequence)}
          />
        ))}
      </ol>
      {children && (
        <nav className="ui-more-links ui-cluster ui-screen-only" aria-label={words.pages}>
          {children}
        </nav>
      )}
    </section>
  );
}

interface LogProps {
  page: PageContext;
  log: Log;
  imageOf: ImageOf;
}

interface LogItemProps extends LogProps {
  url: string;
  older: Log | undefined;
  /** Only of the log that was just published. */
  freshNote: ReactNode;
  action: ReactNode;
}

function LogItem({ page, url, log, older, imageOf, freshNote, action }: LogItemProps) {
  const words = page.words.project.timeLine;
  const isFresh = freshNote !== undefined;
  const gapDays = older ? dayOf(log.created_at) - dayOf(older.created_at) : 0;
  return (
    <li className={`ui-log ${isFresh ? 'ui-log-new' : ''}`.trim()} id={`log-${log.sequence}`} value={log.sequence}>
      <a className="ui-log-number" href={url} aria-label={words.link(log.sequence)}>
        {log.sequence}
      </a>
      <div className="ui-log-body">
        <p className="ui-log-date">
          <Time time={log.created_at}>{shortDate(page.language, utcDayOf(log.created_at))}</Time>
        </p>
        {log.withdrawn_at || log.removed_at ? (
          <p className="ui-log-removed ui-second">
            {(log.withdrawn_at ? words.withdrawn : words.removed)(log.sequence)}
          </p>
        ) : (
          <>
            {freshNote}
            <h3 className="ui-heading ui-log-title" {...(isFresh && { tabIndex: -1, autoFocus: true })}>
              <PersonText text={log.title ?? ''} />
            </h3>
            <WrittenHtml
              html={log.content_html ?? ''}
              scope={`log-${log.sequence}`}
              words={page.words.project.written}
              isLog
            />
            <Photos page={page} log={log} imageOf={imageOf} />
            {action}
          </>
        )}
        {gapDays > GAP_DAYS && <p className="ui-log-gap">{words.gap(gapDays)}</p>}
      </div>
    </li>
  );
}

/** Each opens large. An image that the text of the log shows is not shown twice. */
function Photos({ page, log, imageOf }: LogProps) {
  const { image_urls: urls = [], captions = [], content_html: html = '' } = log;
  const photos = urls.flatMap((url, at) => {
    const image = html.includes(assetIdIn(url) ?? url) ? undefined : imageOf(url);
    return image ? [{ image, caption: captions[at] ?? '' }] : [];
  });
  if (photos.length === 0) return null;
  const shape = Math.min(photos.length, PHOTOS_IN_A_ROW);
  return (
    <ul className={`ui-photos ui-photos-${shape}`}>
      {photos.map(({ image, caption }, at) => (
        <li key={image.url}>
          <a href={image.url} data-large="">
            <ResponsiveImage
              image={image}
              alt={caption === '' ? page.words.project.timeLine.photo(at + 1, log.sequence) : caption}
              sizes={`(min-width: 640px) ${Math.round(640 / shape)}px, ${Math.round(88 / shape)}vw`}
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
