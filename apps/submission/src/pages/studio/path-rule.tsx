import { shortDate, utcDayOf } from '@shipyard/pages';
import type { StudioProject } from '../../project-reads';
import type { PageContext } from '../page-context';
import { type PathStep, standingOf } from './project-path';

interface PathProps {
  page: PageContext;
  project: StudioProject;
}

/** The path from draft to parcel, as a rule with a tick for each step. It stands upright where there is room. */
export function PathRule({ page, project }: PathProps) {
  const words = page.words.studio;
  const { steps, turn, next } = standingOf(project);
  return (
    <section className="ui-path" aria-labelledby="path-title" data-standing="path">
      <h2 className="ui-path-title ui-heading" id="path-title">
        {words.frame.whereItStands}
      </h2>
      <ol className="ui-path-steps">
        {steps.map((step) => (
          <li
            key={step.name}
            className={`ui-path-step ui-path-${step.place} ${step.place === 'now' ? TONES[next === 'rejected' ? 'stopped' : turn] : ''}`}
            aria-current={step.place === 'now' ? 'step' : undefined}
          >
            <span className="ui-path-name">{words.steps[step.name]}</span>
            {step.place === 'passed' && <span className="ui-unseen"> ({words.steps.passed})</span>}
            {step.place !== 'now' && <PathFact page={page} project={project} step={step} />}
            {step.place === 'now' && <span className="ui-path-next">{words.next[next]}</span>}
          </li>
        ))}
      </ol>
      <p className="ui-path-sentence">{parcelFact(page, project) ?? words.next[next]}</p>
    </section>
  );
}

const TONES = { yours: 'ui-tone-lead', ours: 'ui-tone-note', stopped: 'ui-tone-stop', nobody: '' };

function PathFact({ page, project, step }: PathProps & { step: PathStep }) {
  const { steps } = page.words.studio;
  const { interviewQuestions, prize } = project.program;
  const fact = () => {
    if (step.place === 'passed') return step.name === 'shipping' ? parcelFact(page, project) : null;
    if (step.name === 'interview') return steps.questions(interviewQuestions);
    return step.name === 'shipping' && prize ? steps.prize(prize.name) : null;
  };
  const text = fact();
  return text && <span className="ui-path-fact">{text}</span>;
}

/** When the prize was sent, or that it has arrived. Null if it was not sent. */
export function parcelFact({ language, words }: PageContext, project: StudioProject): string | null {
  const { shippedOn, arrivedOn } = words.studio.steps;
  const { shippedAt, arrivedAt } = project;
  if (arrivedAt) return arrivedOn(shortDate(language, utcDayOf(arrivedAt)));
  return shippedAt && shippedOn(shortDate(language, utcDayOf(shippedAt)));
}
