import { LocalTime } from '@shipyard/pages';
import { PersonText } from '@shipyard/ui';
import type { StaffInterviewView } from '../../interviews';
import type { PageContext } from '../page-context';

interface InterviewProps {
  page: PageContext;
  interview: StaffInterviewView;
}

const answerId = (number: number) => `answer-${number}`;

/** The questions and answers, then what the report makes of them. It holds no decision. */
export function InterviewPart({ page, interview: { transcript, report, finished_at: finishedAt } }: InterviewProps) {
  const words = page.words.consoleReviews.interview;
  return (
    <section className="ui-section" aria-labelledby="interview-title">
      <h2 className="ui-section-title" id="interview-title">
        {words.title}
      </h2>
      <p className="ui-small">
        {finishedAt ? (
          <>
            {words.finished} <LocalTime page={page} time={finishedAt} />
          </>
        ) : (
          words.goesOn
        )}
      </p>
      <ol className="ui-decision-answers">
        {transcript.map(({ question, answer }, at) => (
          <li key={at} id={answerId(at + 1)}>
            <p>
              <strong>
                <PersonText text={question} />
              </strong>
            </p>
            <p className="ui-decision-written" dir="auto">
              {answer}
            </p>
          </li>
        ))}
      </ol>
      {report && (
        <>
          <h3>{words.report}</h3>
          <ReportRemarks page={page} title={words.explainedWell} remarks={report.explained_well} />
          <ReportRemarks page={page} title={words.notExplained} remarks={report.not_explained} />
        </>
      )}
    </section>
  );
}

interface ReportRemarksProps {
  page: PageContext;
  title: string;
  remarks: readonly { text: string; answers: readonly number[] }[];
}

function ReportRemarks({ page, title, remarks }: ReportRemarksProps) {
  const words = page.words.consoleReviews.interview;
  if (remarks.length === 0) return null;
  return (
    <>
      <h4>{title}</h4>
      <ul className="ui-highlights ui-second">
        {remarks.map(({ text, answers }) => (
          <li key={text}>
            <PersonText text={text} />{' '}
            {answers.map((number) => (
              <a key={number} className="ui-decision-log" href={`#${answerId(number)}`}>
                {words.answer(number)}
              </a>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}
