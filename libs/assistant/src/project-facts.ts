import type { components } from '@shipyard/client';
import { PROJECT_FIELD_NAMES } from '@shipyard/contracts';
import { closedObject, fieldsOf } from './schemas';

type ProjectView = components['schemas']['ProjectView'];
type ReceiptView = components['schemas']['ProjectViewReceipt'];
type StatusView = components['schemas']['ProjectStatusView'];

const FIELDS: readonly (keyof ProjectView)[] = [
  'id',
  'slug',
  'url',
  'page_url',
  ...PROJECT_FIELD_NAMES,
  'header_image',
  'visibility',
  'project_status',
  'state',
  'program_id',
  'log_count',
  'shipped',
  'created_at',
  'updated_at',
];

/** A connection that may not read learns only these of a project that it writes. */
const ON_RECEIPT: readonly string[] = [
  'id',
  'slug',
  'url',
  'page_url',
  'state',
  'created_at',
  'updated_at',
] satisfies (keyof ReceiptView)[];

/** A project without its texts, which would fill the memory of an assistant. Resources have them. */
export const PROJECT_SCHEMA = closedObject(
  fieldsOf('ProjectView', FIELDS),
  FIELDS.filter((field) => !ON_RECEIPT.includes(field)),
);

export const isWhole = (project: ProjectView | ReceiptView): project is ProjectView => 'visibility' in project;

export function projectFacts(project: ProjectView | ReceiptView) {
  const known: Readonly<Record<string, unknown>> = { ...project };
  return Object.fromEntries(FIELDS.filter((field) => field in known).map((field) => [field, known[field]]));
}

export const studioUrl = (site: string, slug: string) => `${site}/studio/projects/${slug}`;

/** What to do next. Interviews, addresses and tokens are for people, in the studio. */
export function nextSteps({ state, missing, allowed, project }: StatusView, site: string): string[] {
  const studio = studioUrl(site, project.slug);
  switch (state) {
    case 'draft':
    case 'changes_requested':
      if (missing.includes('readme')) return ['Write the README with update_readme.', ...logsStep(missing)];
      if (missing.length > 0) return logsStep(missing);
      return ['The project is ready for a review. Ask the person, then call request_review.'];
    case 'review_pending':
      return ['Call get_review in a minute.'];
    case 'recommended':
      return allowed.includes('start_interview')
        ? [`The review recommends the project. The person takes the interview at ${studio}. Do not answer it for them.`]
        : ['The review recommends the project. Staff decide next, so there is nothing to do.'];
    case 'interviewing':
      return [`An interview is open. The person takes it at ${studio}. Do not answer it for them.`];
    case 'approved_to_ship':
      return [`The person enters the address for the parcel at ${studio}. Do not ask for the address.`];
    case 'shipment_submitted':
      return [`Staff send the parcel next. The person can correct the address at ${studio}.`];
    case 'shipped':
      return ['The parcel is on its way. README and logs can still grow.'];
    case 'rejected':
      return [`Staff rejected the project. The reason is at ${studio}.`];
  }
}

const MISSING = { readme: 'a README', logs: 'logs' };

/** What a review still needs, before anything that is allowed. Empty if nothing is missing. */
export function missingForReview({ state, missing }: Pick<StatusView, 'state' | 'missing'>): string[] {
  if (missing.length === 0 || (state !== 'draft' && state !== 'changes_requested')) return [];
  return [`Missing for a review: ${missing.map((each) => MISSING[each]).join(', ')}.`];
}

function logsStep(missing: StatusView['missing']): string[] {
  return missing.includes('logs') ? ['The program needs more logs before a review. Add them with append_log.'] : [];
}
