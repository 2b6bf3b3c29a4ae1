import type { PageContext } from '../page-context';
import { RULE_STEPS } from './dated-rule';
import { logUrl } from './log-url';
import type { ProjectPage } from './project-page.query';

/** Fewer are seen at a glance. */
const LEAST_PICTURES = 3;

/**
 * Plays the pictures of the logs along the dated rule, oldest first, as far as the page has them. Without its script, the
 * link leads to the first log.
 */
export function PlayLog({ page, data }: { page: PageContext; data: ProjectPage }) {
  const { project, firstLogDay, logDays, today, imageOf } = data;
  const words = page.words.project.play;
  const pictures = project.logs.flatMap(({ image_urls: urls = [] }) => urls.filter(imageOf));
  if (pictures.length < LEAST_PICTURES || firstLogDay === null || page.player === null) return null;
  const first = project.logs_next_cursor === null ? project.logs.at(-1)?.sequence : undefined;
  const { url, integrity } = page.player;
  return (
    <div className="ui-play ui-screen-only">
      <a className="ui-button ui-button-secondary" href={logUrl(project.slug, first ?? 1)} data-play="">
        {words.title}
      </a>
      <dialog
        className="ui-large"
        aria-label={words.title}
        data-play-dialog=""
        data-first-day={firstLogDay}
        data-days={Math.max(today, logDays.at(-1) ?? firstLogDay) - firstLogDay + 1}
        data-steps={RULE_STEPS}
      >
        <form className="ui-spread" method="dialog">
          <button className="ui-button ui-button-secondary" type="submit">
            {page.words.project.picture.close}
          </button>
          <span className="ui-large-steps">
            <button className="ui-button ui-button-secondary" type="button" data-play-step="-1">
              {page.words.project.picture.previous}
            </button>
            <button
              className="ui-button ui-button-primary"
              type="button"
              data-play-pause=""
              data-pause={words.pause}
              data-play={words.goOn}
            >
              {words.pause}
            </button>
            <button className="ui-button ui-button-secondary" type="button" data-play-step="1">
              {page.words.project.picture.next}
            </button>
          </span>
        </form>
        <figure className="ui-large-figure">
          <div className="ui-large-place" data-play-place="" />
          <figcaption>
            <div data-play-rule="" />
            <p className="ui-large-caption ui-second" dir="auto" data-play-caption="" />
          </figcaption>
        </figure>
      </dialog>
      <script type="module" src={url} integrity={integrity} />
    </div>
  );
}
