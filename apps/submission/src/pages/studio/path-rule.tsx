import type { StudioProject } from '../../project-reads';
import type { Words } from '../words/words';
import { type PathStep, standingOf } from './project-path';

interface PathProps {
  words: Words['studio'];
  project: StudioProject;
}

/** The path from draft to parcel, as a rule with a tick for each step. It stands upright where there is room. */
export function PathRule({ words, project }: PathProps) {
  const { steps, turn, next } = standingOf(project);
  return (
    <section className="ui-path" aria-labelledby="path-title" data-standing="path">
      <h2 className="ui-path-title" id="path-title">
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
            {step.place !== 'now' && <PathFact words={words} project={project} step={step} />}
            {step.place === 'now' && <span className="ui-path-next">{words.next[next]}</span>}
          </li>
        ))}
      </ol>
      <p className="ui-path-sentence">{words.next[next]}</p>
    </section>
  );
}

const TONES = { yours: 'ui-tone-lead', ours: 'ui-tone-note', stopped: 'ui-tone-stop', nobody: '' };

function PathFact({ words, project, step }: PathProps & { step: PathStep }) {
  const { interviewQuestions, prize } = project.program;
  if (step.place === 'passed') return null;
  const fact =
    step.name === 'interview'
      ? words.steps.questions(interviewQuestions)
      : step.name === 'shipping' && prize
        ? words.steps.prize(prize.name)
        : null;
  return fact && <span className="ui-path-fact">{fact}</span>;
}
