import { Get, Query } from '@nestjs/common';
import { checkFields, type FormFields, NO_RECORDER, RequestFault } from '@shipyard/http';
import { CustomersService } from '../customers';
import { WithFreshSecondFactor } from '../operators';
import { ApplyPricesDto, PriceFileDto, PriceImportsService, type PricePlanView } from '../price-imports';
import { ConsoleController, ConsoleForm } from './console-controller';
import { ConsolePages, ConsoleVisit, Visit } from './console-visit';
import { CONSOLE_FORM_BYTES, PRICE_IMPORT_URL } from './console-parts';
import { conflicts } from './found';
import { type ImportFields, type ImportProblem, type NamedPlan, PriceImportPage } from './price-import.views';

const EMPTY: ImportFields = { format: 'csv', text: '' };

interface Shown {
  fields?: ImportFields;
  problem?: ImportProblem | null;
  plan?: NamedPlan | null;
  isStale?: boolean;
  isApplied?: boolean;
}

@ConsoleController('prices', 'operator')
export class PriceImportPagesController {
  constructor(
    private readonly pages: ConsolePages,
    private readonly imports: PriceImportsService,
    private readonly customers: CustomersService,
  ) {}

  @Get()
  show(@Visit() visit: ConsoleVisit, @Query('done') done: unknown): void {
    this.draw(visit, { isApplied: done === 'applied' });
  }

  /** Changes nothing, so reloading it is harmless. */
  @ConsoleForm('plan', ['format', 'text'])
  async plan(@Visit() visit: ConsoleVisit): Promise<void> {
    const fields = importFieldsIn(await this.pages.read(visit, CONSOLE_FORM_BYTES));
    await this.drawPlan(visit, fields, false);
  }

  /** Writes what the plan showed, or shows how it differs by now. Sent twice, it writes once. */
  @ConsoleForm('apply', ['format', 'text', 'plan_id'])
  @WithFreshSecondFactor()
  async apply(@Visit() visit: ConsoleVisit): Promise<void> {
    const sent = await this.pages.read(visit, CONSOLE_FORM_BYTES);
    const fields = importFieldsIn(sent);
    const { values } = await checkFields(ApplyPricesDto, { ...fileOf(fields), plan_id: sent.plan_id });
    if (!values) return this.drawPlan(visit, fields, false);
    const refused = await problemIn(async () => {
      const isStale = await conflicts(() => this.imports.apply(visit.operator, NO_RECORDER, values));
      if (isStale) return this.drawPlan(visit.status(409), fields, true);
      visit.leadTo(PRICE_IMPORT_URL, 'applied');
    });
    if (refused) this.draw(visit.status(422), { fields, problem: refused });
  }

  private async drawPlan(visit: ConsoleVisit, fields: ImportFields, isStale: boolean): Promise<void> {
    const problem =
      fields.text === ''
        ? { message: null }
        : await problemIn(async () => {
            const { values, problems } = await checkFields(PriceFileDto, fileOf(fields));
            if (!values) throw new RequestFault({ kind: 'input_invalid', problems: [...problems] });
            const plan = await this.named(await this.imports.plan(values));
            this.draw(visit, { fields, plan, isStale });
          });
    if (problem) this.draw(visit.status(422), { fields, problem });
  }

  private async named(plan: PricePlanView): Promise<NamedPlan> {
    const customers = await this.customers.findAll(plan.effect.map(({ customer_id: id }) => id));
    return { plan, names: new Map(customers.map(({ id, name }) => [id, name])) };
  }

  private draw(visit: ConsoleVisit, shown: Shown): void {
    const { fields = EMPTY, problem = null, plan = null, isStale = false, isApplied = false } = shown;
    this.pages.send(visit, (page) => PriceImportPage({ page, fields, problem, plan, isStale, isApplied }), {
      hasScripts: true,
    });
  }
}

const importFieldsIn = ({ format, text = '' }: FormFields): ImportFields => ({
  format: format === 'yaml' ? 'yaml' : 'csv',
  text: text.trim(),
});

const fileOf = ({ format, text }: ImportFields) => ({ [format]: text });

/** What is wrong with the file, in the words of the API, which name the row. */
async function problemIn(work: () => Promise<void>): Promise<ImportProblem | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof RequestFault && error.fault.kind === 'input_invalid')
      return { message: error.fault.problems.map(({ message }) => message).join('. ') };
    throw error;
  }
}
