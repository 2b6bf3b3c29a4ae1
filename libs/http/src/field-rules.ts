import { applyDecorators } from '@nestjs/common';
import { type LineLimits, lineProblem, lineSchema, normaliseLine } from '@shipyard/contracts';
import { Transform, Type } from 'class-transformer';
import {
  isEmail,
  IsInt,
  IsOptional,
  Max,
  Min,
  ValidateBy,
  ValidateIf,
  type ValidationArguments,
} from 'class-validator';
import { type JsonSchema, RuleSchema } from './class-schema';

export const ONLY_NEUTRAL = 'onlyNeutral';

/** Null is not absent: it must pass the field's other rules. */
export const MayBeAbsent = () => ValidateIf((_, value) => value !== undefined);

export const IsQueryNumber = (least: number, most: number) =>
  applyDecorators(
    IsOptional(),
    Type(() => Number),
    IsInt(),
    Min(least),
    Max(most),
  );

/** `problem` returns null for a valid value, or the words that follow the field's name. `schema` is for OpenAPI. */
export function Satisfies(problem: (value: unknown) => string | null, schema: JsonSchema) {
  return ValidateBy({
    name: 'satisfies',
    constraints: [new RuleSchema(schema)],
    validator: {
      validate: (value: unknown) => problem(value) === null,
      defaultMessage: (details?: ValidationArguments) => `${details?.property} ${problem(details?.value)}`,
    },
  });
}

/** An object with any names. Only for views, which are not validated. */
export const MapOf = (type: 'boolean' | 'number') =>
  Satisfies(() => null, { type: 'object', additionalProperties: { type } });

const HALF_CHARACTER = /\p{Surrogate}/u;

/** `isEmail` throws for half a character. */
export const IsEmailAddress = () =>
  Satisfies(
    (value) =>
      typeof value === 'string' && !HALF_CHARACTER.test(value) && isEmail(value) ? null : 'must be an email address',
    { type: 'string', format: 'email' },
  );

/** The field may only say what its absence says. Any other value is refused as an unknown field is. */
export const OnlyNeutral = (...values: (string | number | boolean)[]) =>
  applyDecorators(
    IsOptional(),
    ValidateBy({
      name: ONLY_NEUTRAL,
      constraints: [new RuleSchema(values.length === 1 ? { const: values[0] } : { enum: values })],
      validator: {
        validate: (value: unknown) => values.some((each) => each === value),
        defaultMessage: () => `is not supported, unless it is ${values.join(' or ')}`,
      },
    }),
  );

export function IsLine(limits: LineLimits) {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' ? normaliseLine(value, limits.max) : value,
    ),
    Satisfies((value) => lineProblem(value, limits), lineSchema(limits)),
  );
}
