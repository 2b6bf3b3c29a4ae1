import { HttpError, RequestFault } from '@shipyard/http';
import fc from 'fast-check';
import { MAX_FALLBACKS } from '../products';
import { askInTurn, isUnanswered, readFallbacks } from './model-fallback';

const failure = (code: string, status: number, headers = {}) =>
  new HttpError(code, { status, message: 'It failed.' }, { headers });
const outcome = fc.constantFrom('answers', 'upstream_error', 'upstream_timeout', 'no_route_available', 'invalid_value');

describe('the models that are asked in turn', () => {
  it('are those beside the model, each once', () => {
    expect(readFallbacks('a', undefined)).toBeNull();
    expect(readFallbacks('a', [])).toEqual([]);
    expect(readFallbacks('a', ['b', 'a', 'c', 'b'])).toEqual(['b', 'c']);
    for (const wrong of ['b', {}, [1], [''], [null], Array.from({ length: MAX_FALLBACKS + 1 }, (_, at) => `m${at}`)])
      expect(() => readFallbacks('a', wrong)).toThrow(RequestFault);
  });

  it('end where an answer may have been paid for', async () => {
    const asked: string[] = [];
    const failures: Record<string, HttpError> = {
      a: failure('no_route_available', 503),
      b: failure('insufficient_quota', 429, { 'x-should-retry': 'false' }),
      c: failure('upstream_timeout', 504, { 'x-should-retry': 'false' }),
    };
    const ask = (model: string) => (asked.push(model), Promise.reject(failures[model] ?? new Error('asked')));
    await expect(askInTurn(['a', 'b', 'c', 'd'], ask, () => true)).rejects.toBe(failures['c']);
    expect(asked).toEqual(['a', 'b', 'c']);
  });

  it('end with the first answer, or with the failure of the first model', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(outcome, { minLength: 1, maxLength: 6 }), fc.nat(6), async (outcomes, leavesAfter) => {
        const asked: number[] = [];
        const answer = askInTurn(
          outcomes.map((_, at) => String(at)),
          (model) => {
            const at = Number(model);
            asked.push(at);
            const code = outcomes[at] ?? '';
            return code === 'answers' ? Promise.resolve(at) : Promise.reject(failure(code, 502));
          },
          () => asked.length <= leavesAfter,
        );
        const found = await answer.catch((error: unknown) => error);
        expect(asked).toEqual([...asked.keys()]);
        if (typeof found === 'number') expect(found).toBe(outcomes.indexOf('answers'));
        else expect(found).toMatchObject({ code: outcomes[0] });
        if (outcomes[0] === 'invalid_value') expect(asked).toEqual([0]);
        else if (leavesAfter >= outcomes.length) expect(typeof found === 'number').toBe(outcomes.includes('answers'));
      }),
    );
    expect([isUnanswered(new Error('x')), isUnanswered(failure('content_policy_violation', 400))]).toEqual([
      false,
      false,
    ]);
  });
});
