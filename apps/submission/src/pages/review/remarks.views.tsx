import { PersonText } from '@shipyard/ui';
import { logUrl } from '../project/log-url';
import { studioUrl } from '../studio/project-path';
import type { Remark } from './review.query';
import type { ReviewProps } from './review.views';

/** The README in pieces, with the remarks on each beside it. Then the logs, and last what is about the whole project. */
export function ReviewRemarks({ page, studio, review }: ReviewProps) {
  const words = page.words.review;
  const { slug } = studio.project;
  const edit = { text: words.editSection, href: studioUrl(slug) };
  return (
    <div className="ui-remarked" data-remarks-of={slug} data-review={review.latest?.id}>
      <h2 className="ui-remarked-title">{words.remarks}</h2>
      {review.sections.map(({ headingId, html, remarks }) => (
        <section key={headingId ?? ''} className="ui-remarked-part">
          <div className="ui-remarked-sheet">
            <div className="ui-md" dangerouslySetInnerHTML={{ __html: html }} />
          </div>
          <Remarks words={words} remarks={remarks} fix={edit} />
        </section>
      ))}
      {review.logs.map(({ sequence, remarks }) => (
        <section key={sequence} className="ui-remarked-part">
          <div className="ui-remarked-sheet">
            <h3 className="ui-remarked-log">
              <a href={logUrl(slug, sequence)}>{words.log(sequence)}</a>
            </h3>
          </div>
          <Remarks words={words} remarks={remarks} fix={{ text: words.writeLog, href: studioUrl(slug, 'logs') }} />
        </section>
      ))}
      {review.wholeProject.length > 0 && (
        <section className="ui-remarked-part">
          <div className="ui-remarked-sheet">
            <h3 className="ui-remarked-log">{words.wholeProject}</h3>
          </div>
          <Remarks words={words} remarks={review.wholeProject} fix={edit} />
        </section>
      )}
    </div>
  );
}

interface RemarksProps {
  words: ReviewProps['page']['words']['review'];
  remarks: readonly Remark[];
  fix: { text: string; href: string };
}

function Remarks({ words, remarks, fix }: RemarksProps) {
  if (remarks.length === 0) return null;
  return (
    <details className="ui-remarks" open>
      <summary className="ui-remarks-count">{words.count(remarks.length)}</summary>
      {remarks.map(({ kind, number, text }) => (
        <div key={`${kind} ${number}`} className={`ui-remark ui-tone-${kind === 'comment' ? 'lead' : 'note'}`}>
          <p className="ui-remark-kind">{words[kind](number)}</p>
          <p>
            <PersonText text={text} />
          </p>
          <DoneBox words={words} name={`${kind}-${number}`} />
        </div>
      ))}
      <a href={fix.href}>{fix.text}</a>
    </details>
  );
}

/** For the maker alone: a script shows it and keeps it in the browser. */
function DoneBox({ words, name }: { words: RemarksProps['words']; name: string }) {
  return (
    <label className="ui-remark-done" hidden>
      <input className="ui-check-box" type="checkbox" data-remark={name} />
      {words.done}
    </label>
  );
}
