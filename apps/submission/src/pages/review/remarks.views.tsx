import type { ReactNode } from 'react';
import { PersonText, WrittenHtml } from '@shipyard/ui';
import { logUrl } from '../project/log-url';
import { studioUrl } from '../studio/project-path';
import { type Remark, remarkName } from './review-remarks';
import type { ReviewProps } from './review.views';

/** The form that asks for another review, and the names of the boxes that it sends. */
export const ASK_FORM_ID = 'ask-review';
export const DONE_PREFIX = 'done-';

/** The README in pieces, with the remarks on each beside it. Then the logs, and last what is about the whole project. */
export function ReviewRemarks({ page, studio, review }: ReviewProps) {
  const words = page.words.review;
  const { slug } = studio.project;
  const shared = { page, slug, isAsking: review.mayAsk };
  return (
    <div className="ui-remarked" data-remarks-of={slug} data-review={review.latest?.id}>
      <h2 className="ui-remarked-title">{words.remarks}</h2>
      {review.sections.map(({ headingId, html, remarks }) => (
        <section key={headingId ?? ''} className="ui-remarked-part">
          <div className="ui-remarked-sheet">
            <WrittenHtml html={html} words={page.words.project.written} />
          </div>
          <Remarks {...shared} remarks={remarks} />
        </section>
      ))}
      {review.logs.map(({ sequence, remarks }) => (
        <section key={sequence} className="ui-remarked-part">
          <div className="ui-remarked-sheet">
            <h3 className="ui-remarked-log ui-heading">
              <a href={logUrl(slug, sequence)}>{words.log(sequence)}</a>
            </h3>
          </div>
          <Remarks {...shared} remarks={remarks} isOfLog />
        </section>
      ))}
      {review.wholeProject.length > 0 && (
        <section className="ui-remarked-part">
          <div className="ui-remarked-sheet">
            <h3 className="ui-remarked-log ui-heading">{words.wholeProject}</h3>
          </div>
          <Remarks {...shared} remarks={review.wholeProject} />
        </section>
      )}
    </div>
  );
}

interface RemarksProps {
  page: ReviewProps['page'];
  slug: string;
  remarks: readonly Remark[];
  /** Whether another review can be asked for, which is told what is done. */
  isAsking: boolean;
  isOfLog?: boolean;
}

function Remarks({ page, slug, remarks, isAsking, isOfLog = false }: RemarksProps) {
  const words = page.words.review;
  if (remarks.length === 0) return null;
  return (
    <details className="ui-remarks" open>
      <summary className="ui-remarks-count">{words.count(remarks.length)}</summary>
      {remarks.map((remark) => (
        <RemarkBox key={remarkName(remark)} page={page} remark={remark} isSent={isAsking}>
          {!isOfLog && <EditLink page={page} slug={slug} remark={remark} />}
        </RemarkBox>
      ))}
      {isOfLog && <a href={studioUrl(slug, 'logs')}>{words.writeLog}</a>}
    </details>
  );
}

/** Leads to the section that the remark is about, with the remark beside it. */
function EditLink({ page, slug, remark }: Pick<RemarksProps, 'page' | 'slug'> & { remark: Remark }) {
  const words = page.words.review;
  return (
    <a
      className="ui-remark-link"
      href={`${studioUrl(slug)}?${new URLSearchParams({ remark: remarkName(remark) }).toString()}`}
    >
      {words.editSection}
      <span className="ui-unseen">: {words[remark.kind](remark.number)}</span>
    </a>
  );
}

interface RemarkBoxProps {
  page: ReviewProps['page'];
  remark: Remark;
  /** Whether the form that asks for another review sends along that it is done. */
  isSent: boolean;
  children?: ReactNode;
}

/** A remark with a box to tick. The script keeps the ticks in the browser, and shows the box where no form sends it. */
export function RemarkBox({ page, remark, isSent, children }: RemarkBoxProps) {
  const words = page.words.review;
  const name = remarkName(remark);
  return (
    <div className={`ui-remark ui-tone-${remark.kind === 'comment' ? 'lead' : 'note'}`}>
      <p className="ui-remark-kind">{words[remark.kind](remark.number)}</p>
      <p>
        <PersonText text={remark.text} />
      </p>
      <label className="ui-remark-done" hidden={!isSent}>
        <input
          className="ui-check-box"
          type="checkbox"
          value="yes"
          data-remark={name}
          {...(isSent && { name: DONE_PREFIX + name, form: ASK_FORM_ID })}
        />
        {words.done}
      </label>
      {children}
    </div>
  );
}
