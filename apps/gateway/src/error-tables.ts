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
  idempotencyErrors,
  billingErrors,
  supplierErrors,
];
