import { isLongerThan } from '@shipyard/contracts';
import { checkFields, type FieldProblem, type FormFields, MayBeAbsent } from '@shipyard/http';
import { fieldErrorsOf } from '@shipyard/pages';
import { Transform } from 'class-transformer';
import { RECIPIENT_LIMITS, SubmitShipmentDto } from '../../shipments';

/** The fields of the API. Browsers send a box only if it is checked. */
class ShippingForm extends SubmitShipmentDto {
  @Transform(({ value }: { value: unknown }) => (value === '' ? undefined : value))
  override recipient_country?: string = undefined;

  @MayBeAbsent()
  @Transform(({ value }: { value: unknown }) => (value === 'yes' ? true : value))
  override guardian_confirmed = false;
}

/** At least five digits. Also the pattern of the field, so that the script reads back only what can be sent. */
export const PHONE_PATTERN = String.raw`(?:\P{Nd}*\p{Nd}){5}.*`;
const PHONE = new RegExp(`^${PHONE_PATTERN}$`, 'u');

export type RecipientField = keyof typeof RECIPIENT_LIMITS;
export type ShippingField = RecipientField | 'guardian_confirmed';
export type ShippingErrors = Partial<Record<ShippingField, 'missing' | 'too_long' | 'invalid'>>;

export const RECIPIENT_FIELDS: readonly RecipientField[] = ['recipient_name', 'recipient_phone', 'recipient_address'];

type CheckedShipping = { values: SubmitShipmentDto; errors: null } | { values: null; errors: ShippingErrors };

/** Checks as the API does, and that the phone number has digits: the API takes any text. */
export async function checkShipping(fields: FormFields): Promise<CheckedShipping> {
  const { values, problems } = await checkFields(ShippingForm, fields);
  const errors = errorsOf(problems ?? [], fields);
  if (!errors.recipient_phone && !PHONE.test(fields.recipient_phone ?? '')) errors.recipient_phone = 'invalid';
  return values && Object.keys(errors).length === 0 ? { values, errors: null } : { values: null, errors };
}

function errorsOf(problems: readonly FieldProblem[], fields: FormFields): ShippingErrors {
  const names: ShippingField[] = [...RECIPIENT_FIELDS, 'guardian_confirmed'];
  const errors: ShippingErrors = fieldErrorsOf(problems, fields, names);
  for (const name of RECIPIENT_FIELDS) {
    if (errors[name] === undefined) continue;
    const text = textOf(fields, name);
    if (text.trim() === '') errors[name] = 'missing';
    else if (isLongerThan(text, RECIPIENT_LIMITS[name])) errors[name] = 'too_long';
  }
  return errors;
}

/** How many characters the API would count. */
export const lengthOf = (fields: FormFields, name: RecipientField): number => Array.from(textOf(fields, name)).length;

/** Browsers send each line end as two characters. */
const textOf = (fields: FormFields, name: RecipientField) => (fields[name] ?? '').replace(/\r\n/g, '\n');
