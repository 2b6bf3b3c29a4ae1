import { type ProjectFields, readProjectFields } from '@shipyard/contracts';
import { inputInvalid } from '@shipyard/http';

/** Throws for the first field that is invalid. */
export function requireProjectFields(raw: Readonly<Record<string, unknown>>, prefix: string): Partial<ProjectFields> {
  const { fields, problems } = readProjectFields(raw);
  const [first] = problems;
  if (first) throw inputInvalid(`${prefix}${first.key}`, first.problem);
  return fields;
}
