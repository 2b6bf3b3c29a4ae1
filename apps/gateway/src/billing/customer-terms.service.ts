import { Injectable } from '@nestjs/common';
import type { ResponseRecorder } from '@shipyard/http';
import type { Actor } from '../changes/changes.service';
import { type ChangeCustomerDto, CustomerAdminService, type CustomerView } from '../customers';
import { BillingService } from './billing.service';
import { SpendingService } from './spending.service';

/** Changes a customer, so that no money that is reserved already escapes a new limit. */
@Injectable()
export class CustomerTermsService {
  constructor(
    private readonly customers: CustomerAdminService,
    private readonly spending: SpendingService,
    private readonly billing: BillingService,
  ) {}

  /** Throws NOT_FOUND, and CONFLICT for a credit line below what the customer owes and holds. */
  async change(
    actor: Actor,
    recorder: ResponseRecorder,
    customerId: string,
    input: ChangeCustomerDto,
  ): Promise<{ customer: CustomerView }> {
    const isNarrower = input.credit_line_cny !== undefined || input.limits !== undefined;
    // What processes have reserved but do not use must not escape a new limit.
    if (isNarrower) await this.billing.reclaimSurplus(customerId);
    const changed = await this.customers.change(actor, recorder, customerId, input, this.spending);
    if (isNarrower) await this.billing.reclaimSurplus(customerId);
    return changed;
  }
}
