import { Button, LinkButton, PersonText, WrittenHtml } from '@shipyard/ui';
import type { PageContext } from '../page-context';
import { RemarkBox } from '../review/remarks.views';
import { studioUrl } from '../studio/project-path';
import type { ProjectStudio } from '../studio/studio.query';
import type { EditedPage } from './project-readme.query';

interface HelpProps {
  page: PageContext;
  studio: ProjectStudio;
  edited: EditedPage;
}

/**
 * Two ways to begin, while nothing is written. It stays after the first save, because the text must not jump then. On a
 * phone it stands below the text.
 */
export function ReadmeStart({ page, studio: { project }, edited: { readme } }: HelpProps) {
  const words = page.words.editor.start;
  if (readme !== null) return null;
  const { rubric } = project.program;
  return (
    <section className="ui-readme-start" aria-labelledby="start-title">
      <h2 className="ui-section-title" id="start-title">
        {words.title}
      </h2>
      <ul className="ui-highlights ui-second">
        {Object.values(words.questions).map((question) => (
          <li key={question}>{question}</li>
        ))}
      </ul>
      {rubric.length > 0 && (
        <p className="ui-second">
          <PersonText text={words.looksFor(rubric.join(' · '))} />
        </p>
      )}
      <div className="ui-buttons">
        <LinkButton kind="secondary" href={`${studioUrl(project.slug)}?begin=questions`}>
          {words.askMe}
        </LinkButton>
        <LinkButton kind="secondary" href={`${studioUrl(project.slug, 'logs')}?first=photo`}>
          {words.photoFirst}
        </LinkButton>
      </div>
    </section>
  );
}

/** The remarks of the review: the one that the writer comes from stands open on top, the others are folded away. */
export function ReadmeRemarks({ page, studio, edited: { review, pinned, openLine, openSection } }: HelpProps) {
  const words = page.words.review;
  if (review === null || review.remarks.length === 0) return null;
  const others = review.remarks.filter(({ name }) => name !== pinned?.name);
  return (
    <aside className="ui-readme-remarks" data-remarks-of={studio.project.slug} data-review={review.id}>
      {pinned && (
        <section className="ui-remarks" aria-labelledby="pinned-title">
          <h2 className="ui-remarks-count" id="pinned-title">
            {words.pinned}
          </h2>
          <RemarkBox page={page} remark={pinned} isSent={false} />
          {openLine !== null && openSection !== null && (
            <noscript>
              <p className="ui-hint">{words.pinnedLine(openLine)}</p>
              <WrittenHtml html={openSection} words={page.words.project.written} />
            </noscript>
          )}
        </section>
      )}
      {others.length > 0 && (
        <details className="ui-remarks">
          <summary className="ui-remarks-count">{words.inEditor(review.remarks.length)}</summary>
          {others.map((remark) => (
            <RemarkBox key={remark.name} page={page} remark={remark} isSent={false}>
              {remark.log === null && (
                <a
                  className="ui-remark-link"
                  href={`${studioUrl(studio.project.slug)}?${new URLSearchParams({ remark: remark.name }).toString()}`}
                >
                  {words.editSection}
                  <span className="ui-unseen">: {words[remark.kind](remark.number)}</span>
                </a>
              )}
            </RemarkBox>
          ))}
        </details>
      )}
    </aside>
  );
}

/** Chooses logs whose text and pictures the page then offers, behind what is written. */
export function ReadmeFromLogs({
  page,
  studio: { project },
  edited: { logs },
  choseNoLog,
}: HelpProps & { choseNoLog: boolean }) {
  const words = page.words.editor.fromLogs;
  if (logs.length === 0) return null;
  return (
    <details className="ui-fold" open={choseNoLog}>
      <summary>{words.title}</summary>
      <form className="ui-fields" method="get" action={studioUrl(project.slug)}>
        <input type="hidden" name="add" value="logs" />
        <p className="ui-text">{words.lead}</p>
        {choseNoLog && (
          <p className="ui-field-error" id="from-logs-error" role="alert">
            {words.noneChosen}
          </p>
        )}
        <ul>
          {logs.map(({ sequence, title, images }, at) => (
            <li key={sequence}>
              <label className="ui-remark-done">
                <input
                  className="ui-check-box"
                  type="checkbox"
                  name="log"
                  value={sequence}
                  aria-describedby={choseNoLog ? 'from-logs-error' : undefined}
                  autoFocus={choseNoLog && at === 0}
                />
                <span>
                  {sequence} · <PersonText text={title} />
                  {images.length > 0 && ` · ${words.pictures(images.length)}`}
                </span>
              </label>
            </li>
          ))}
        </ul>
        <div className="ui-buttons">
          <Button kind="secondary">{words.add}</Button>
        </div>
      </form>
    </details>
  );
}
