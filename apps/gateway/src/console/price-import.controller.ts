import { Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { checkFields, type FormFields, NO_RECORDER, RequestFault } from '@shipyard/http';
import { SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { changeErrors } from '../changes/changes.errors';
import { CustomersService } from '../customers';
import { CalledBy, type Operator, WithFreshSecondFactor } from '../operators';
import { PageRenderer } from '../pages';
import { ApplyPricesDto, PriceFileDto, PriceImportsService, type PricePlanView } from '../price-imports';
import { ConsoleController, ConsoleForm } from './console-controller';
import { CONSOLE_FORM_BYTES, PRICE_IMPORT_URL } from './console-parts';
import { refusedAs } from './found';
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
    private readonly pages: PageRenderer,
    private readonly forms: SessionForms,
    private readonly imports: PriceImportsService,
    private readonly customers: CustomersService,
  ) {}

  @Get()
  show(@Req() request: Request, @Res() response: Response, @Query('done') done: unknown): void {
    this.draw(request, response, { isApplied: done === 'applied' });
  }

  /** Changes nothing, so reloading it is harmless. */
  @ConsoleForm(['format', 'text'])
  @Post('plan')
  @HttpCode(200)
  async plan(@Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = importFieldsIn(await this.forms.read(request, response, CONSOLE_FORM_BYTES));
    await this.drawPlan(request, response, fields, false);
  }

  /** Writes what the plan showed, or shows how it differs by now. Sent twice, it writes once. */
  @ConsoleForm(['format', 'text', 'plan_id'])
  @Post('apply')
  @HttpCode(200)
  @WithFreshSecondFactor()
  async apply(@Req() request: Request, @Res() response: Response, @CalledBy() operator: Operator): Promise<void> {
    const sent = await this.forms.read(request, response, CONSOLE_FORM_BYTES);
    const fields = importFieldsIn(sent);
    const { values } = await checkFields(ApplyPricesDto, { ...fileOf(fields), plan_id: sent.plan_id });
    if (!values) return this.drawPlan(request, response, fields, false);
    const refused = await problemIn(async () => {
      const isStale = await refusedAs([changeErrors.CONFLICT.code], () =>
        this.imports.apply(operator, NO_RECORDER, values),
      );
      if (isStale) return this.drawPlan(request, response.status(409), fields, true);
      response.redirect(303, `${PRICE_IMPORT_URL}?done=applied`);
    });
    if (refused) this.draw(request, response.status(422), { fields, problem: refused });
  }

  private async drawPlan(request: Request, response: Response, fields: ImportFields, isStale: boolean): Promise<void> {
    const problem =
      fields.text === ''
        ? { message: null }
        : await problemIn(async () => {
            const { values, problems } = await checkFields(PriceFileDto, fileOf(fields));
            if (!values) throw new RequestFault({ kind: 'input_invalid', problems: [...problems] });
            const plan = await this.named(await this.imports.plan(values));
            this.draw(request, response, { fields, plan, isStale });
          });
    if (problem) this.draw(request, response.status(422), { fields, problem });
  }

  private async named(plan: PricePlanView): Promise<NamedPlan> {
    const customers = await this.customers.findAll(plan.effect.map(({ customer_id: id }) => id));
    return { plan, names: new Map(customers.map(({ id, name }) => [id, name])) };
  }

  private draw(request: Request, response: Response, shown: Shown): void {
    const { fields = EMPTY, problem = null, plan = null, isStale = false, isApplied = false } = shown;
    this.pages.send(request, response, (page) => PriceImportPage({ page, fields, problem, plan, isStale, isApplied }), {
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
