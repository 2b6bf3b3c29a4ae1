import { applyDecorators } from '@nestjs/common';
import { Transform, Type } from 'class-transformer';
import { IsInt, IsOptional, Max, Min, ValidateBy, ValidateIf, type ValidationArguments } from 'class-validator';
import { type JsonSchema, RuleSchema } from './class-schema';
import { type LineLimits, lineProblem, lineSchema, normaliseLine } from './line';

/** A field that may be left out; null is a value like any other, and wrong where the field does not take it. */
export const MayBeAbsent = () => ValidateIf((_, value) => value !== undefined);

/** A whole number of a query, which comes as text and may be left out. */
export const IsQueryNumber = (least: number, most: number) => applyDecorators(IsOptional(), Type(() => Number), IsInt(), Min(least), Max(most));

/** A field that is acceptable when `problem` finds none; what it says follows the field's name. `schema` says the same to a machine, as far as it can. */
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

/** A short text, NFC-normalised, without control characters. */
export function IsLine(limits: LineLimits) {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? normaliseLine(value, limits.max) : value)),
    Satisfies((value) => lineProblem(value, limits), lineSchema(limits)),
  );
}
