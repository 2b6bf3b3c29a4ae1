import type { StudioProject } from '../../project-reads';

export type PathStepName = 'draft' | 'review' | 'interview' | 'approval' | 'shipping';

export interface PathStep {
  name: PathStepName;
  place: 'passed' | 'now' | 'to-come';
}

/** The page of a project in the studio. The README is at the project's own URL. */
export type StudioSection = 'readme' | 'logs' | 'details' | 'review' | 'interview' | 'shipping';

/** What happens next. Each kind has its sentence in `words.studio.next`. */
export type NextStep =
  | 'write_readme'
  | 'write_logs'
  | 'ask_for_review'
  | 'ask_again'
  | 'wait_for_review'
  | 'improve'
  | 'begin_interview'
  | 'wait_for_decision'
  | 'send_address'
  | 'wait_for_parcel'
  | 'approved'
  | 'shipped'
  | 'rejected';

export interface Standing {
  steps: PathStep[];
  /** Whose turn it is. `nobody`: the path has ended. */
  turn: 'yours' | 'ours' | 'nobody';
  next: NextStep;
  /** Where the owner does the next step. */
  section: StudioSection;
}

type Place = Omit<Standing, 'steps'> & { at: PathStepName | 'end' };

type Situation = Pick<StudioProject, 'state' | 'missing' | 'program' | 'isInterviewDone' | 'review'>;

/** Where a project is on its path from draft to parcel, and whose turn it is. */
export function standingOf(project: Situation): Standing {
  const { at, ...standing } = placeOf(project);
  const names: PathStepName[] = ['draft', 'review', ...interviewOf(project), 'approval', 'shipping'];
  const now = at === 'end' ? names.length : names.indexOf(at);
  const steps = names
    .map((name, index): PathStep => ({ name, place: index < now ? 'passed' : index === now ? 'now' : 'to-come' }))
    // Staff may decide without an interview.
    .filter(({ name, place }) => name !== 'interview' || place !== 'passed' || project.isInterviewDone);
  return { ...standing, steps };
}

const interviewOf = ({ program }: Situation): PathStepName[] => (program.interviewQuestions > 0 ? ['interview'] : []);

function placeOf(project: Situation): Place {
  const { program, isInterviewDone } = project;
  switch (project.state) {
    case 'draft':
      return { at: 'draft', turn: 'yours', ...draftOf(project) };
    case 'review_pending':
      return { at: 'review', turn: 'ours', next: 'wait_for_review', section: 'review' };
    case 'changes_requested':
      return { at: 'review', turn: 'yours', next: 'improve', section: 'review' };
    case 'recommended':
    case 'interviewing':
      return program.interviewQuestions > 0 && !(project.state === 'interviewing' && isInterviewDone)
        ? { at: 'interview', turn: 'yours', next: 'begin_interview', section: 'interview' }
        : { at: 'approval', turn: 'ours', next: 'wait_for_decision', section: 'review' };
    case 'approved_to_ship':
      return program.prize?.isSent
        ? { at: 'shipping', turn: 'yours', next: 'send_address', section: 'shipping' }
        : { at: 'shipping', turn: 'ours', next: 'approved', section: 'shipping' };
    case 'shipment_submitted':
      return { at: 'shipping', turn: 'ours', next: 'wait_for_parcel', section: 'shipping' };
    case 'shipped':
      return { at: 'end', turn: 'nobody', next: 'shipped', section: 'shipping' };
    case 'rejected':
      return { at: 'approval', turn: 'nobody', next: 'rejected', section: 'review' };
  }
}

function draftOf({ missing, review }: Situation): Pick<Place, 'next' | 'section'> {
  if (missing.includes('readme')) return { next: 'write_readme', section: 'readme' };
  if (missing.includes('logs')) return { next: 'write_logs', section: 'logs' };
  return { next: review?.status === 'failed' ? 'ask_again' : 'ask_for_review', section: 'review' };
}

export const studioUrl = (slug: string, section: StudioSection = 'readme') =>
  section === 'readme' ? `/studio/projects/${slug}` : `/studio/projects/${slug}/${section}`;
