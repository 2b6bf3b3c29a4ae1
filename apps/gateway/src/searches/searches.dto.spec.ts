import 'reflect-metadata';
import { DtoPipe, RequestFault } from '@shipyard/http';
import fc from 'fast-check';
import { SearchInput, toSearchTerms } from './searches.dto';

const read = async (body: object) =>
  toSearchTerms((await new DtoPipe().transform(body, { type: 'body', metatype: SearchInput })) as SearchInput);

describe('the body of POST /v1/searches', () => {
  it('has a default for every field but the query', async () => {
    const absent = {
      freshness: undefined,
      includeDomains: [],
      excludeDomains: [],
      country: undefined,
      language: undefined,
      user: undefined,
    };
    expect(await read({ query: ' a ' })).toEqual({ query: ' a ', count: 10, depth: 'basic', ...absent });
  });

  it('is normalized', async () => {
    const terms = await read({
      query: 'a',
      count: 50,
      depth: 'basic',
      freshness: 'day',
      include_domains: ['A.example', 'a.example', 'bücher.example'],
      exclude_domains: null,
      country: 'cn',
      language: 'ZH-cn',
      user: 'u',
    });
    expect(terms).toEqual({
      query: 'a',
      count: 50,
      depth: 'basic',
      freshness: 'day',
      includeDomains: ['a.example', 'xn--bcher-kva.example'],
      excludeDomains: [],
      country: 'CN',
      language: 'zh-CN',
      user: 'u',
    });
  });

  it.each(['en', 'EN', 'pt-BR', 'zh-tw'])('knows the language %s', async (language) =>
    expect((await read({ query: 'a', language })).language).toMatch(/^[a-z]{2}(-[A-Z]{2})?$/),
  );

  it.each(['', 'e', 'eng', 'xx', 'en-', 'en-UK', 'zh-Hans', 'en_US', 'en-US-x', '-'])(
    'knows no language %j',
    async (language) => {
      await expect(read({ query: 'a', language })).rejects.toMatchObject({
        fault: { kind: 'input_invalid', problems: [{ field: 'language', kind: 'invalid' }] },
      });
    },
  );

  it.each([
    ['count', '5', 'must be an integer number'],
    ['count', 51, 'must not be greater than 50'],
    ['user', 5, 'must be a string'],
  ])('names the required type first for %s with %j', async (field, value, message) => {
    await expect(read({ query: 'a', [field]: value })).rejects.toMatchObject({
      fault: { problems: [{ field, message }] },
    });
  });

  it('counts characters, not UTF-16 units', async () => {
    expect((await read({ query: '😀'.repeat(1_000) })).query).toHaveLength(2_000);
    await expect(read({ query: '😀'.repeat(1_001) })).rejects.toBeInstanceOf(RequestFault);
    await expect(read({ query: 'a\ud800' })).rejects.toBeInstanceOf(RequestFault);
  });

  it('is accepted within bounds, or refused with the name of a field', async () => {
    const value = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom<unknown>(
        null,
        undefined,
        0,
        1,
        50,
        51,
        1.5,
        'day',
        'cn',
        'zh',
        'a.example',
        ['a.example'],
        ['x'],
        '',
      ),
    );
    const fields = [
      'query',
      'model',
      'count',
      'freshness',
      'include_domains',
      'exclude_domains',
      'country',
      'language',
      'user',
      'other',
    ];
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.constantFrom(...fields), value), async (body) => {
        try {
          const terms = await read({ query: 'a', ...body });
          expect(terms.count).toBe(Math.min(Math.max(Math.trunc(terms.count), 1), 50));
          for (const site of [...terms.includeDomains, ...terms.excludeDomains]) expect(site).toMatch(/^[a-z0-9.-]+$/);
        } catch (error) {
          if (!(error instanceof RequestFault) || error.fault.kind !== 'input_invalid') throw error;
          const [problem] = error.fault.problems;
          expect(fields).toContain(problem?.field.split(/[[.]/)[0]);
        }
      }),
    );
  });
});
