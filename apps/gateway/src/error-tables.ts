import { envelopeErrors, type ErrorMaker, openAiErrors } from '@shipyard/http';
import { billingErrors } from './billing/billing.errors';
import { changeErrors } from './changes/changes.errors';
import { customerErrors } from './customers/customers.errors';
import { idempotencyErrors } from './idempotency/idempotency.errors';
import { imageErrors } from './images/images.errors';
import { keyErrors } from './keys/keys.errors';
import { limitErrors } from './limits/limits.errors';
import { modelErrors } from './models/models.errors';
import { operatorErrors } from './operators/operators.errors';
import { supplierErrors } from './suppliers/suppliers.errors';
import { webhookErrors } from './webhooks/webhooks.errors';

/** What a call may answer that limits a key, holds money and needs a route. */
export const METERED_CALL_ERRORS = [
  modelErrors.model_not_found,
  keyErrors.model_not_allowed,
  limitErrors.rate_limit_exceeded,
  limitErrors.concurrency_limit_exceeded,
  billingErrors.insufficient_quota,
  modelErrors.no_route_available,
] as const;

/** What such a call may answer besides if it asks a supplier before it answers. */
export const SUPPLIER_CALL_ERRORS = [
  supplierErrors.context_length_exceeded,
  supplierErrors.content_policy_violation,
  supplierErrors.upstream_error,
  supplierErrors.upstream_timeout,
] as const;

export const errorTables: Readonly<Record<string, ErrorMaker>>[] = [
  openAiErrors,
  envelopeErrors,
  changeErrors,
  operatorErrors,
  keyErrors,
  customerErrors,
  modelErrors,
  imageErrors,
  limitErrors,
  webhookErrors,
  idempotencyErrors,
  billingErrors,
  supplierErrors,
];
