import { applyDecorators, HttpCode, Post, type Type } from '@nestjs/common';
import { ApiAnswers } from '@shipyard/http';
import { METERED_CALL_ERRORS, SUPPLIER_CALL_ERRORS } from '../error-tables';
import { KEYED_CALL } from '../idempotency';
import { endpointsOf } from '../products';
import { OpenAiRoute } from '../v1';
import type { FlatRateCall } from './flat-rate-call';

interface FlatRateFacts {
  summary: string;
  description: string;
  /** What the answer is, and its class. */
  answer: [description: string, view: Type];
}

/** The route of a product whose calls FlatRateCalls answers. Its path and its scope are those of the row. */
export function FlatRateRoute(
  { product }: Pick<FlatRateCall, 'product'>,
  { answer: [description, view], ...facts }: FlatRateFacts,
) {
  const [path = ''] = endpointsOf(product).map((endpoint) => endpoint.replace('POST ', ''));
  const route = applyDecorators(Post(path), HttpCode(200), OpenAiRoute({ scope: product }));
  const answers = ApiAnswers({
    ...KEYED_CALL,
    ...facts,
    answers: { 200: { description, content: { 'application/json': view } } },
    errors: [...METERED_CALL_ERRORS, ...SUPPLIER_CALL_ERRORS, ...KEYED_CALL.errors],
  });
  return (target: object, name: string, handler: TypedPropertyDescriptor<(...args: never[]) => Promise<void>>) => {
    route(target, name, handler);
    answers(target, name, handler);
  };
}
