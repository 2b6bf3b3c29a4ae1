import { Injectable } from '@nestjs/common';
import { inputInvalid, type ResponseRecorder } from '@shipyard/http';
import { RepricingService } from '../billing';
import { changeErrors } from '../changes/changes.errors';
import { type Actor, ChangesService } from '../changes/changes.service';
import { BASE_LIST, type PlannedImport, type PriceFile, PriceImportService } from '../models';
import { formatCny } from '../money';
import { changedPrices, stepsOf } from './price-effect';
import type { ApplyPricesDto, PriceFileDto } from './price-imports.dto';
import type { PriceEffectView, PricePlanView } from './price-imports.view';

const EFFECT_DAYS = 30;
const DAY_MS = 86_400_000;

@Injectable()
export class PriceImportsService {
  constructor(
    private readonly imports: PriceImportService,
    private readonly repricing: RepricingService,
    private readonly changes: ChangesService,
  ) {}

  async plan(input: PriceFileDto): Promise<PricePlanView> {
    const { planned } = await this.imports.plan(fileOf(input));
    return this.toView(planned);
  }

  /** Throws CONFLICT, and writes nothing, if the prices have changed since the plan. */
  async apply(actor: Actor, recorder: ResponseRecorder, input: ApplyPricesDto): Promise<PricePlanView> {
    const file = fileOf(input);
    const { written, planned } = await this.imports.plan(file);
    if (input.plan_id !== undefined && input.plan_id !== planned.plan.id) throw changedSince();
    const view = await this.toView(planned);
    return this.changes.make(actor, recorder, 'prices.apply', async (manager) => {
      const plan = await this.imports.planLocked(manager, file, written);
      if (plan.id !== planned.plan.id) throw changedSince();
      await this.imports.write(manager, plan);
      return { subjectId: plan.id, before: null, after: { changes: plan.changes }, answer: view };
    });
  }

  private async toView(planned: PlannedImport): Promise<PricePlanView> {
    const { id: plan_id, changes } = planned.plan;
    return { plan_id, changes, effect: await this.effectOf(planned) };
  }

  private async effectOf(planned: PlannedImport): Promise<PriceEffectView[]> {
    const { plan, after, at, rows } = planned;
    const to = new Date();
    const customers = [...new Set(rows.assignments.map(({ customerId }) => customerId))];
    const repriced = await this.repricing.reprice({
      from: new Date(to.getTime() - EFFECT_DAYS * DAY_MS),
      to,
      models: [...new Set(plan.prices.map(({ modelId }) => modelId))],
      steps: stepsOf(planned),
      lists: customers.map((customerId) => ({ customer_id: customerId, list_id: after.listOf(customerId, at).id })),
      baseListId: BASE_LIST.id,
      pricesOf: (classes) => changedPrices(planned, classes),
    });
    return repriced.map(({ customer_id, was_nano, would_be_nano }) => ({
      customer_id,
      was_cny: formatCny(BigInt(was_nano)),
      would_be_cny: formatCny(BigInt(would_be_nano)),
    }));
  }
}

const changedSince = () =>
  changeErrors.CONFLICT({
    message: 'The prices have changed since this plan, so nothing was written. Plan again and look at the changes.',
  });

function fileOf({ csv, yaml }: PriceFileDto): PriceFile {
  if (csv !== undefined && yaml !== undefined) throw inputInvalid('yaml', 'must not be sent together with csv');
  return yaml === undefined ? { csv: csv ?? '' } : { yaml };
}
