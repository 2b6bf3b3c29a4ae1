import { type ErrorMaker, envelopeErrors } from '@shipyard/http';
import { accountErrors } from './accounts/accounts.errors';
import { assetErrors } from './assets/assets.errors';
import { creatorErrors } from './creators/creators.errors';
import { interviewErrors } from './interviews/interviews.errors';
import { limitErrors } from './limits/limits.errors';
import { idempotencyErrors } from './idempotency/idempotency.errors';
import { resetErrors } from './password-resets/password-resets.errors';
import { programErrors } from './programs/programs.errors';
import { projectReadErrors } from './project-reads/project-reads.errors';
import { projectWriteErrors } from './projects/projects.errors';
import { readmeErrors } from './readme/readme.errors';
import { reviewErrors } from './reviews/reviews.errors';
import { shipmentErrors } from './shipments/shipments.errors';
import { syncErrors } from './sync/sync.errors';
import { uploadErrors } from './uploads/uploads.errors';

export const errorTables: readonly Readonly<Record<string, ErrorMaker>>[] = [
  envelopeErrors,
  accountErrors,
  assetErrors,
  creatorErrors,
  interviewErrors,
  limitErrors,
  idempotencyErrors,
  resetErrors,
  programErrors,
  projectReadErrors,
  projectWriteErrors,
  readmeErrors,
  reviewErrors,
  shipmentErrors,
  syncErrors,
  uploadErrors,
];
