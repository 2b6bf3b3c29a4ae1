import { Describe, Holds, ListOf, OrNull } from '@shipyard/http';
import { IsIn, IsInt, IsString, IsUUID } from 'class-validator';

const VERDICTS = ['chosen', 'next', 'refused'] as const;

/** Why a route has its verdict. `name` is that of a parameter. */
const REASONS = {
  first: () => 'It is the first by priority, calls in flight and weight.',
  failed_least: () => 'All routes are cut off, and this one failed least.',
  after: () => 'It is asked if the routes before it fail, and certainly sold nothing that is billed once.',
  fallback: () => 'It is asked if no route of the models before answers.',
  request: () => 'The request is refused before any route is asked. See `error`.',
  disabled: () => 'It is switched off.',
  closed: () => 'Its supplier has no key that can be opened, or is the sandbox, which is off here.',
  product: () => 'Its supplier does not do this kind of call.',
  parameter: (name: string) => `Its supplier does not take the parameter ${name}.`,
  open: () => 'It is cut off because its calls failed.',
  busy: () => 'All calls that it may run at once are running.',
  keys_resting: () => 'All keys of its supplier rest.',
};

export type DryReason = keyof typeof REASONS;

export class DryRunItemView {
  @Describe('The id of the route.')
  @IsUUID()
  route_id: string;

  @Describe('The supplier of the route.')
  @IsString()
  supplier_id: string;

  @Describe('The model that the route serves.')
  @IsString()
  model: string;

  @Describe('`chosen`: it would be asked first. `next`: it would be asked in this order. `refused`: not now.')
  @IsIn(VERDICTS)
  verdict: (typeof VERDICTS)[number];

  @Describe('The reason as a word.')
  @IsIn(Object.keys(REASONS))
  code: DryReason;

  @Describe('The reason as a sentence.')
  @IsString()
  reason: string;
}

export class DryRunErrorView {
  @Describe('The HTTP status.')
  @IsInt()
  status: number;

  @Describe('The code of the error.')
  @IsString()
  code: string;

  @Describe('The message that the customer would read.')
  @IsString()
  message: string;

  @Describe('The field of the request. Null if the error names none.')
  @OrNull()
  @IsString()
  param: string | null;
}

export class DryRunView {
  @Describe(
    'What would be held: the highest possible cost, by the prices of the customer. 0 if the request is refused.',
  )
  @IsString()
  hold_cny: string;

  @Describe('What the customer would get instead of an answer. Null if a route would be asked.')
  @OrNull()
  @Holds(() => DryRunErrorView)
  error: DryRunErrorView | null;

  @Describe('All routes of the models that the request may reach, in the order in which they would be asked.')
  @ListOf(() => DryRunItemView)
  items: DryRunItemView[];
}

export type Judged = Pick<DryRunItemView, 'verdict' | 'code'> & { parameter?: string };

export const toItemView = (
  { id, supplierId, modelId }: { id: string; supplierId: string; modelId: string },
  { verdict, code, parameter = '' }: Judged,
): DryRunItemView => ({
  route_id: id,
  supplier_id: supplierId,
  model: modelId,
  verdict,
  code,
  reason: REASONS[code](parameter),
});
