import type { FormFields } from '@shipyard/http';

/** Before the names of fields that a form carries along for another. */
export const CARRIED = 'kept_';

export const CarriedFields = ({ fields, prefix }: { fields: FormFields; prefix: string }) =>
  Object.entries(fields).map(([name, value]) => (
    <input key={name} type="hidden" name={`${prefix}${name}`} value={value} />
  ));

/** The fields that were carried along. */
export const carriedIn = (sent: FormFields): FormFields =>
  Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]) =>
      name.startsWith(CARRIED) ? [[name.slice(CARRIED.length), value]] : [],
    ),
  );
