import { CreateCustomerDto } from '../customers';
import { CreateRouteDto, ModelTerms } from '../models';
import { PRODUCTS } from '../products';
import { CreateSupplierDto, SUPPLIER_KINDS } from '../suppliers';
import { checkRecord, linesOf, type RecordField, type RecordValues, said, saidNumber } from './record-form';

const choices = (values: readonly string[]) => values.map((value) => ({ value, text: value }));

export const CUSTOMER_FIELDS: readonly RecordField[] = [
  { name: 'name', kind: 'text' },
  { name: 'time_zone', kind: 'code' },
];

export const SUPPLIER_FIELDS: readonly RecordField[] = [
  { name: 'id', kind: 'code' },
  { name: 'kind', kind: 'select', options: choices(SUPPLIER_KINDS) },
  { name: 'base_url', kind: 'code' },
  { name: 'api_keys', kind: 'secrets' },
  { name: 'internal', kind: 'check' },
];

const FLAGS = ['supports_streaming', 'supports_function_calling', 'supports_vision', 'active'] as const;

export const MODEL_FIELDS: readonly RecordField[] = [
  { name: 'id', kind: 'code' },
  { name: 'product', kind: 'select', options: choices(PRODUCTS) },
  { name: 'display_name', kind: 'text' },
  { name: 'owned_by', kind: 'text' },
  { name: 'max_input_tokens', kind: 'code' },
  { name: 'max_output_tokens', kind: 'code' },
  { name: 'sizes', kind: 'lines' },
  ...FLAGS.map((name): RecordField => ({ name, kind: 'check' })),
];

export const ROUTE_FIELDS: readonly RecordField[] = [
  { name: 'supplier_id', kind: 'select' },
  { name: 'upstream_model', kind: 'code' },
  { name: 'priority', kind: 'code' },
  { name: 'weight', kind: 'code' },
  { name: 'max_concurrency', kind: 'code' },
  { name: 'supplier_prices', kind: 'lines' },
];

export const FIRST_CUSTOMER: RecordValues = { time_zone: 'Asia/Shanghai' };
export const FIRST_SUPPLIER: RecordValues = { kind: 'openai' };
export const FIRST_MODEL: RecordValues = {
  max_input_tokens: '128000',
  max_output_tokens: '8192',
  supports_streaming: 'yes',
  supports_function_calling: 'yes',
  active: 'yes',
};
export const FIRST_ROUTE: RecordValues = { priority: '1', weight: '1' };

export const checkCustomer = ({ name = '', time_zone }: RecordValues) =>
  checkRecord(CreateCustomerDto, { name, ...said('time_zone', time_zone) }, { name, time_zone: time_zone ?? '' });

export const checkSupplier = (typed: RecordValues) => {
  const keys = linesOf(typed.api_keys);
  return checkRecord(
    CreateSupplierDto,
    {
      id: typed.id,
      kind: typed.kind,
      ...said('base_url', typed.base_url),
      ...(keys.length > 0 && { api_keys: keys }),
      internal: typed.internal === 'yes',
    },
    typed,
  );
};

export const checkModel = (typed: RecordValues) => {
  const { product } = typed;
  const sizes = linesOf(typed.sizes);
  return checkRecord(
    ModelTerms,
    {
      product,
      display_name: typed.display_name,
      owned_by: typed.owned_by,
      ...saidNumber('max_input_tokens', typed.max_input_tokens),
      ...saidNumber('max_output_tokens', typed.max_output_tokens),
      input_modalities: ['text', ...(typed.supports_vision === 'yes' ? ['image'] : [])],
      output_modalities: [product === 'image' ? 'image' : 'text'],
      ...(sizes.length > 0 && { sizes }),
      ...Object.fromEntries(FLAGS.map((name) => [name, typed[name] === 'yes'])),
    },
    typed,
  );
};

export const checkRoute = (typed: RecordValues) => {
  const prices = linesOf(typed.supplier_prices).map((line) => {
    const [unit_type = '', price_cny = ''] = line.split(/[\s,，]+/);
    return { unit_type, price_cny };
  });
  return checkRecord(
    CreateRouteDto,
    {
      supplier_id: typed.supplier_id,
      upstream_model: typed.upstream_model,
      // People count steps from 1.
      ...(typed.priority && { priority: Number(typed.priority) - 1 }),
      ...saidNumber('weight', typed.weight),
      ...saidNumber('max_concurrency', typed.max_concurrency),
      ...(prices.length > 0 && { supplier_prices: prices }),
    },
    typed,
  );
};
