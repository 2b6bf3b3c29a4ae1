import { Get, Query } from '@nestjs/common';
import { envelopeErrors, NO_RECORDER, RequestFault } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform/ids';
import { isUUID } from 'class-validator';
import { CustomerAdminService } from '../customers';
import { BY_NAME } from '../database/page';
import { ModelAdminService, RouteAdminService } from '../models';
import { SupplierAdminService } from '../suppliers';
import { ConsoleController, ConsoleForm } from './console-controller';
import { ConsolePages, ConsoleVisit, Visit } from './console-visit';
import { type ConsolePart, consoleUrl, newRecordUrl } from './console-parts';
import { noSuchPage, conflicts, orNoPage, refusedAs } from './found';
import {
  checkCustomer,
  checkModel,
  checkRoute,
  checkSupplier,
  CUSTOMER_FIELDS,
  FIRST_CUSTOMER,
  FIRST_MODEL,
  FIRST_ROUTE,
  FIRST_SUPPLIER,
  MODEL_FIELDS,
  ROUTE_FIELDS,
  SUPPLIER_FIELDS,
} from './new-records';
import { keptNames, readRecord, type RecordField, type RecordProblems, type RecordValues } from './record-form';
import { RecordFormPage } from './record-form.views';

type Kind = 'customers' | 'suppliers' | 'models' | 'routes';

interface Shown {
  fields: readonly RecordField[];
  values: RecordValues;
  problems?: RecordProblems;
  id?: string;
  /** The model of a new route. */
  model?: string;
}

const MOST_SUPPLIERS = 200;
const NO_PROBLEMS: RecordProblems = {};

/** The forms that make a record. What the API would refuse is said beside the field. */
@ConsoleController('new', 'operator')
export class NewRecordsController {
  constructor(
    private readonly pages: ConsolePages,
    private readonly customers: CustomerAdminService,
    private readonly suppliers: SupplierAdminService,
    private readonly models: ModelAdminService,
    private readonly routes: RouteAdminService,
  ) {}

  @Get('customers')
  showCustomer(@Visit() visit: ConsoleVisit): void {
    this.draw(visit, 'customers', { fields: CUSTOMER_FIELDS, values: FIRST_CUSTOMER, id: uuidv7() });
  }

  @ConsoleForm('customers', [...keptNames(CUSTOMER_FIELDS), 'record_id'])
  async addCustomer(@Visit() visit: ConsoleVisit): Promise<void> {
    const sent = await this.pages.read(visit);
    const [values, id] = [readRecord(sent, CUSTOMER_FIELDS), idIn(sent)];
    const checked = await checkCustomer(values);
    const problems =
      checked.problems ??
      (await problemsOf('name', () => this.customers.create(visit.operator, NO_RECORDER, checked.values, id), 'made'));
    if (Object.keys(problems).length > 0)
      return this.draw(visit.status(422), 'customers', { fields: CUSTOMER_FIELDS, values, problems, id });
    visit.leadTo(consoleUrl('customers', id));
  }

  @Get('suppliers')
  showSupplier(@Visit() visit: ConsoleVisit): void {
    this.draw(visit, 'suppliers', { fields: SUPPLIER_FIELDS, values: FIRST_SUPPLIER });
  }

  @ConsoleForm('suppliers', keptNames(SUPPLIER_FIELDS))
  async addSupplier(@Visit() visit: ConsoleVisit): Promise<void> {
    const values = readRecord(await this.pages.read(visit), SUPPLIER_FIELDS);
    const checked = await checkSupplier(values);
    const problems =
      checked.problems ??
      (await problemsOf('id', () => this.suppliers.create(visit.operator, NO_RECORDER, checked.values)));
    if (Object.keys(problems).length > 0)
      return this.draw(visit.status(422), 'suppliers', { fields: SUPPLIER_FIELDS, values, problems });
    visit.leadTo(consoleUrl('suppliers', values.id ?? ''));
  }

  @Get('models')
  showModel(@Visit() visit: ConsoleVisit): void {
    this.draw(visit, 'models', { fields: MODEL_FIELDS, values: FIRST_MODEL });
  }

  @ConsoleForm('models', keptNames(MODEL_FIELDS))
  async addModel(@Visit() visit: ConsoleVisit): Promise<void> {
    const values = readRecord(await this.pages.read(visit), MODEL_FIELDS);
    const { id = '' } = values;
    const checked = await checkModel(values);
    const isName = BY_NAME.id.test(id);
    const isTaken = isName && (await this.hasModel(id));
    const problems: RecordProblems = {
      ...checked.problems,
      ...(!isName && { id: id === '' ? 'missing' : 'invalid' }),
      ...(isTaken && { id: 'taken' }),
      ...(checked.values &&
        isName &&
        !isTaken &&
        (await problemsOf('id', () =>
          this.models.put(visit.operator, NO_RECORDER, id, checked.values, () => undefined),
        ))),
    };
    if (Object.keys(problems).length > 0)
      return this.draw(visit.status(422), 'models', { fields: MODEL_FIELDS, values, problems });
    visit.leadTo(consoleUrl('models', id));
  }

  @Get('routes')
  async showRoute(@Visit() visit: ConsoleVisit, @Query('model') asked: unknown): Promise<void> {
    const model = await this.modelOf(asked);
    const fields = await this.routeFields();
    this.draw(visit, 'routes', { fields, values: FIRST_ROUTE, id: uuidv7(), model });
  }

  @ConsoleForm('routes', [...keptNames(ROUTE_FIELDS), 'record_id'])
  async addRoute(@Visit() visit: ConsoleVisit, @Query('model') asked: unknown): Promise<void> {
    const sent = await this.pages.read(visit);
    const model = await this.modelOf(asked);
    const [values, id] = [readRecord(sent, ROUTE_FIELDS), idIn(sent)];
    const checked = await checkRoute(values);
    const problems =
      checked.problems ??
      (await problemsOf(
        'supplier_id',
        () => this.routes.create(visit.operator, NO_RECORDER, model, checked.values, id),
        'made',
      ));
    if (Object.keys(problems).length === 0) return visit.leadTo(`${consoleUrl('models', model)}#who`);
    const fields = await this.routeFields();
    this.draw(visit.status(422), 'routes', { fields, values, problems, id, model });
  }

  private async hasModel(id: string): Promise<boolean> {
    return (await refusedAs([envelopeErrors.NOT_FOUND.code], () => this.models.find(id))) === undefined;
  }

  private async modelOf(asked: unknown): Promise<string> {
    if (typeof asked !== 'string' || !BY_NAME.id.test(asked)) throw noSuchPage();
    const model = await orNoPage(() => this.models.find(asked));
    return model.id;
  }

  private async routeFields(): Promise<RecordField[]> {
    const { items } = await this.suppliers.list({ limit: MOST_SUPPLIERS });
    const options = items.map(({ id, kind }) => ({ value: id, text: `${id} (${kind})` }));
    return ROUTE_FIELDS.map((field) => (field.name === 'supplier_id' ? { ...field, options } : field));
  }

  private draw(visit: ConsoleVisit, kind: Kind, shown: Shown): void {
    const { fields, values, problems = NO_PROBLEMS, id, model } = shown;
    // A route belongs to its model.
    const part: ConsolePart = kind === 'routes' ? 'models' : kind;
    const action = newRecordUrl(kind, model === undefined ? {} : { model });
    this.pages.send(visit, (page) => {
      const words = page.words.console.newRecord;
      const { title } = words[kind];
      return RecordFormPage({
        page,
        part,
        crumb:
          model === undefined
            ? { text: page.words.console[part].title, href: consoleUrl(part) }
            : { text: model, href: consoleUrl('models', model) },
        action,
        words: { ...words[kind], title: typeof title === 'string' ? title : title(model ?? '') },
        fields,
        values,
        problems,
        ...(id !== undefined && { id }),
      });
    });
  }
}

const idIn = ({ record_id: id }: Readonly<Record<string, string>>) =>
  id !== undefined && isUUID(id, '7') ? id : uuidv7();

/** `conflict`: what it means that there is such a record. A form sent twice has made it already. */
async function problemsOf(
  field: string,
  make: () => Promise<unknown>,
  conflict: 'taken' | 'made' = 'taken',
): Promise<RecordProblems> {
  try {
    const isConflict = await conflicts(make);
    return isConflict && conflict === 'taken' ? { [field]: 'taken' } : NO_PROBLEMS;
  } catch (error) {
    if (!(error instanceof RequestFault) || error.fault.kind !== 'input_invalid') throw error;
    return Object.fromEntries(error.fault.problems.map((problem) => [rootOf(problem.field), 'invalid'] as const));
  }
}

const rootOf = (field: string) => field.split(/[.[]/)[0] ?? field;
