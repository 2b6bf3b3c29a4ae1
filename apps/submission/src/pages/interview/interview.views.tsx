import { ButtonForm, CsrfField, FormErrors, LocalTime } from '@shipyard/pages';
import { Button, Callout, LinkButton, PersonText, TextField } from '@shipyard/ui';
import type { OpenInterviewView } from '../../interviews';
import type { PageContext } from '../page-context';
import { ByMail } from '../studio/by-mail';
import { standingOf, studioUrl } from '../studio/project-path';
import { StudioPage } from '../studio/studio-page';
import type { ProjectStudio } from '../studio/studio.query';

export type AnswerProblem = 'length' | 'token' | 'answered' | 'ended';

/** An answer that was sent and not taken. */
export interface TypedAnswer {
  index: number;
  answer: string;
  problem: AnswerProblem | null;
}

interface InterviewProps {
  page: PageContext;
  studio: ProjectStudio;
  /** The interview that can be answered now. */
  open: OpenInterviewView | null;
  /** An earlier interview ended before all its questions were answered. */
  hasEnded: boolean;
  typed: TypedAnswer;
}

export function InterviewPage(props: InterviewProps) {
  const { page, studio, typed } = props;
  return (
    <StudioPage
      page={page}
      studio={studio}
      section="interview"
      title={page.words.interview.title}
      isError={typed.problem !== null && typed.problem !== 'answered'}
    >
      <div className="ui-column">
        <Content {...props} />
      </div>
    </StudioPage>
  );
}

function Content(props: InterviewProps) {
  const { page, studio, open } = props;
  const words = page.words.interview;
  const { project } = studio;
  if (project.program.interviewQuestions === 0) return <Note title={words.none} lead={words.noneLead} />;
  if (open?.question) return <Question {...props} question={open.question} expiresAt={open.expires_at} />;
  if (project.isInterviewDone)
    return (
      <>
        <Note title={words.done} lead={words.doneLead} />
        <p className="ui-text">
          <ByMail page={page} studio={studio} />
        </p>
        <NotTaken {...props} />
      </>
    );
  if (project.state === 'recommended' || project.state === 'interviewing') return <Begin {...props} />;
  return <NotYet {...props} />;
}

/** Another tab has answered this question. */
function NotTaken({ page, typed }: Pick<InterviewProps, 'page' | 'typed'>) {
  const words = page.words.interview;
  if (typed.problem !== 'answered') return null;
  return (
    <Callout kind="note" word={words.answered(typed.index)}>
      <p>{words.notTaken}</p>
      <blockquote className="ui-kept-text">
        <PersonText text={typed.answer} />
      </blockquote>
    </Callout>
  );
}

const Note = ({ title, lead }: { title: string; lead: string }) => (
  <>
    <h1 className="ui-title">{title}</h1>
    <p className="ui-lead">{lead}</p>
  </>
);

function NotYet({ page, studio: { project } }: InterviewProps) {
  const words = page.words.interview;
  const { turn, next, section } = standingOf(project);
  return (
    <>
      <Note title={words.notNow} lead={words.notNowLead} />
      <p className="ui-text">{page.words.studio.next[next]}</p>
      {turn === 'yours' && section !== 'interview' && (
        <div className="ui-buttons">
          <LinkButton href={studioUrl(project.slug, section)}>{words.goOn}</LinkButton>
        </div>
      )}
    </>
  );
}

function Begin({ page, studio: { project }, hasEnded, typed }: InterviewProps) {
  const words = page.words.interview;
  return (
    <>
      <h1 className="ui-title">{words.title}</h1>
      {hasEnded && (
        <Callout kind="warning" word={words.ended}>
          <p>{words.endedLead}</p>
        </Callout>
      )}
      <p className="ui-lead">{words.lead(project.program.interviewQuestions)}</p>
      <ul className="ui-highlights ui-second">
        {words.rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      {typed.answer !== '' && <TextField name="kept" label={words.kept} value={typed.answer} rows={6} />}
      <ButtonForm page={page} action={studioUrl(project.slug, 'interview')}>
        {words.begin}
      </ButtonForm>
    </>
  );
}

interface QuestionProps extends InterviewProps {
  question: NonNullable<OpenInterviewView['question']>;
  expiresAt: Date;
}

function Question({ page, studio: { project }, typed, question, expiresAt }: QuestionProps) {
  const words = page.words.interview;
  const { index, total, text } = question;
  const problem = typed.problem === 'length' || typed.problem === 'token' ? words.refused[typed.problem] : undefined;
  return (
    <>
      <h1 className="ui-title">{words.question(index, total)}</h1>
      <progress className="ui-progress" max={total} value={index - 1} aria-label={words.progress(index - 1, total)} />
      <p className="ui-small ui-time-left">
        {words.until} <LocalTime page={page} time={expiresAt} isToday />
      </p>
      <FormErrors words={page.words} messages={{ answer: problem }} labels={{ answer: words.answer }} />
      <NotTaken page={page} typed={typed} />
      <form
        className="ui-sheet ui-fields"
        method="post"
        action={`${studioUrl(project.slug, 'interview')}/answers`}
        noValidate
        data-draft={`interview:${project.slug}:${index}`}
      >
        <CsrfField page={page} />
        <input type="hidden" name="index" value={index} />
        <p className="ui-question">
          <PersonText text={text} />
        </p>
        <TextField
          name="answer"
          label={words.answer}
          hint={words.answerHint}
          value={problem && typed.answer}
          error={problem}
          rows={8}
          isRequired
        />
        <div className="ui-buttons">
          <Button>{words.send}</Button>
        </div>
      </form>
    </>
  );
}
