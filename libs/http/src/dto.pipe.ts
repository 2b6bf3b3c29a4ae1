import { type ArgumentMetadata, Injectable, type PipeTransform, ValidationPipe } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { ONLY_NEUTRAL } from './field-rules';
import type { DescribedRoute, RouteAdditions, RouteRule } from './route-rule';
import { type FieldProblem, inputInvalid, RequestFault } from './request-fault';

/** Refuses unknown body fields and ignores unknown query fields. */
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
    // The validator would accept an array after checking its members.
    if (value !== undefined && (typeof value !== 'object' || value === null || Array.isArray(value))) {
      throw inputInvalid('body', 'must be a JSON object');
    }
    if (value !== undefined) assertReadable(value);
    return this.strict.transform(value, metadata).catch((error: unknown) => {
      throw error instanceof RangeError ? inputInvalid('body', 'is nested too deeply') : error;
    });
  }
}

/** None of our bodies has more. The validator searches for unknown keys in quadratic time. */
const KEYS_LIMIT = 200;
/**
 * Refuses objects with too many keys, because validation would block the process, and inherited names such as
 * `constructor`, which the validator takes for known fields.
 */
function assertReadable(body: object): void {
  const waiting = [{ value: body, place: '' }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, place } = next;
    const entries: [string, unknown][] = Object.entries(value);
    const isList = Array.isArray(value);
    if (!isList && entries.length > KEYS_LIMIT)
      throw inputInvalid('body', `must have at most ${KEYS_LIMIT} fields in one object`);
    for (const [name, member] of entries) {
      const path = isList ? `${place}[${name}]` : place === '' ? name : `${place}.${name}`;
      if (name in Object.prototype) throw inputInvalid(path, 'is not a known field', 'unknown');
      if (typeof member === 'object' && member !== null) waiting.push({ value: member, place: path });
    }
  }
}

const PROBLEMS_LIMIT = 50;

function validationPipe(forbidUnknown: boolean): ValidationPipe {
  return new ValidationPipe({
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: forbidUnknown,
    validationError: { target: false },
    exceptionFactory: (errors) =>
      new RequestFault({
        kind: 'input_invalid',
        problems: errors.flatMap((error) => problemsOf(error)).slice(0, PROBLEMS_LIMIT),
      }),
  });
}

/** Names fields by the path that a client would write. Only the first failing rule of a field counts. */
export function problemsOf(error: ValidationError, parent = ''): FieldProblem[] {
  const isIndex = /^\d+$/.test(error.property);
  const field =
    parent === '' ? error.property : isIndex ? `${parent}[${error.property}]` : `${parent}.${error.property}`;
  const broken = Object.entries(error.constraints ?? {}).at(-1);
  if (broken) return [toProblem(field, error, ...broken)];
  return (error.children ?? []).flatMap((child) => problemsOf(child, field));
}

function toProblem(field: string, error: ValidationError, rule: string, text: string): FieldProblem {
  if (rule === 'whitelistValidation') return { field, message: 'is not a known field', kind: 'unknown' };
  if (rule === ONLY_NEUTRAL) return { field, message: text, kind: 'unknown' };
  if (error.value === undefined) return { field, message: 'is required', kind: 'missing' };
  if (rule === 'nestedValidation')
    return {
      field,
      message: text.startsWith('each value in ') ? 'must be a list of objects' : 'must be an object',
      kind: 'invalid',
    };
  if (rule === 'arrayUnique' && text.startsWith('All '))
    return { field, message: 'must not contain the same item twice', kind: 'invalid' };
  // The validator's sentences start with the field's name.
  const sentence = text.replace(`each value in ${error.property} `, `${error.property} has an item that `);
  const message = sentence.startsWith(`${error.property} `) ? sentence.slice(error.property.length + 1) : sentence;
  return { field, message, kind: 'invalid' };
}
