import { type ArgumentMetadata, Injectable, type PipeTransform, ValidationPipe } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import type { DescribedRoute, RouteAdditions, RouteRule } from './route-rule';
import { type FieldProblem, inputInvalid, RequestFault } from './request-fault';

/** Checks bodies, queries and path parameters against their DTO classes. Unknown body fields are refused, unknown query ones ignored. */
@Injectable()
export class DtoPipe implements PipeTransform, RouteRule {
  private readonly strict = validationPipe(true);
  private readonly lenient = validationPipe(false);

  describe({ inputs }: DescribedRoute): RouteAdditions {
    return inputs.body || inputs.query ? { faults: ['input_invalid'] } : {};
  }

  transform(value: unknown, metadata: ArgumentMetadata): unknown {
    if (metadata.type === 'custom') return value;
    if (metadata.type !== 'body') return this.lenient.transform(value, metadata);
    // The validator would check each member of an array on its own and let the array through.
    if (value !== undefined && (typeof value !== 'object' || value === null || Array.isArray(value))) {
      throw inputInvalid('body', 'must be a JSON object');
    }
    if (value !== undefined) assertReadable(value);
    return this.strict.transform(value, metadata).catch((error: unknown) => {
      // The stack ran out.
      throw error instanceof RangeError ? inputInvalid('body', 'is nested too deeply') : error;
    });
  }
}

/** More than any body of ours has in one object, and few enough for the validator, whose search for unknown keys is quadratic. */
const KEYS_LIMIT = 200;
/**
 * Refuses a body with more keys in an object than anybody means: validating it would hold up everyone else. All members together were counted while the body was read.
 * Refuses what every object has by nature, such as `constructor`, as well: no field of ours is called so, and the validator takes it for known.
 */
function assertReadable(body: object): void {
  const waiting = [{ value: body, place: '' }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, place } = next;
    const entries: [string, unknown][] = Object.entries(value);
    const isList = Array.isArray(value);
    if (!isList && entries.length > KEYS_LIMIT) throw inputInvalid('body', `must have at most ${KEYS_LIMIT} fields in one object`);
    for (const [name, member] of entries) {
      const path = isList ? `${place}[${name}]` : place === '' ? name : `${place}.${name}`;
      if (name in Object.prototype) throw inputInvalid(path, 'is not a known field', 'unknown');
      if (typeof member === 'object' && member !== null) waiting.push({ value: member, place: path });
    }
  }
}

/** Of an answer: whoever got more wrong will ask again. */
const PROBLEMS_LIMIT = 50;

function validationPipe(forbidUnknown: boolean): ValidationPipe {
  return new ValidationPipe({
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: forbidUnknown,
    validationError: { target: false },
    exceptionFactory: (errors) => new RequestFault({ kind: 'input_invalid', problems: errors.flatMap((error) => problemsOf(error)).slice(0, PROBLEMS_LIMIT) }),
  });
}

/** One problem a field, with the path as a client would write it: of all rules that it breaks the one that its class names first, which is its type. */
export function problemsOf(error: ValidationError, parent = ''): FieldProblem[] {
  const isIndex = /^\d+$/.test(error.property);
  const field = parent === '' ? error.property : isIndex ? `${parent}[${error.property}]` : `${parent}.${error.property}`;
  // Decorators run from the last to the first.
  const broken = Object.entries(error.constraints ?? {}).at(-1);
  if (broken) return [toProblem(field, error, ...broken)];
  return (error.children ?? []).flatMap((child) => problemsOf(child, field));
}

function toProblem(field: string, error: ValidationError, rule: string, text: string): FieldProblem {
  if (rule === 'whitelistValidation') return { field, message: 'is not a known field', kind: 'unknown' };
  if (error.value === undefined) return { field, message: 'is required', kind: 'missing' };
  if (rule === 'nestedValidation') return { field, message: text.startsWith('each value in ') ? 'must be a list of objects' : 'must be an object', kind: 'invalid' };
  if (rule === 'arrayUnique' && text.startsWith('All ')) return { field, message: 'must not hold anything twice', kind: 'invalid' };
  // The validator's sentences begin with the field's own name.
  const sentence = text.replace(`each value in ${error.property} `, `${error.property} has an item that `);
  const message = sentence.startsWith(`${error.property} `) ? sentence.slice(error.property.length + 1) : sentence;
  return { field, message, kind: 'invalid' };
}
