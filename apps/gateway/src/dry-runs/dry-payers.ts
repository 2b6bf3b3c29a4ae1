import { Injectable } from '@nestjs/common';
import { inputInvalid, openAiErrors } from '@shipyard/http';
import { assertNotSuspended, CustomerAdminService } from '../customers';
import { KeyAdminService, keyErrors, type KeyView } from '../keys';
import type { Product } from '../products';

/** Whose call is tried. Null: nobody's, so nothing restricts it. */
export interface DryPayer {
  customerId: string | null;
  models: string[] | null;
  customerModels: string[] | null;
  fallback: string[] | null;
  /** Throws what the key and the customer are refused for. */
  assertMayCall(product: Product): void;
}

@Injectable()
export class DryPayers {
  constructor(
    private readonly keys: KeyAdminService,
    private readonly customers: CustomerAdminService,
  ) {}

  /** Throws NOT_FOUND, or a fault if the key is not one of the customer. */
  async find(keyId: string | undefined, customerId: string | undefined): Promise<DryPayer> {
    const key = keyId === undefined ? null : await this.keys.find(keyId);
    if (key && customerId !== undefined && key.customer_id !== customerId)
      throw inputInvalid('customer_id', 'is not the customer of the key');
    const id = key?.customer_id ?? customerId;
    const customer = id === undefined ? null : await this.customers.find(id);
    return {
      customerId: customer?.id ?? null,
      models: key?.models ?? null,
      customerModels: customer?.limits.models ?? null,
      fallback: key?.fallback ?? null,
      assertMayCall: (product) => {
        if (key) assertValid(key);
        if (customer)
          assertNotSuspended({
            status: customer.status,
            overdueAt: customer.overdue_at === null ? null : new Date(customer.overdue_at),
          });
        if (key && !key.scopes.includes(product)) throw keyErrors.insufficient_scope();
      },
    };
  }
}

function assertValid({ revoked_at, expires_at }: KeyView): void {
  if (revoked_at !== null || (expires_at !== null && Date.parse(expires_at) <= Date.now()))
    throw openAiErrors.invalid_api_key();
}
