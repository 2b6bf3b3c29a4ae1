import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fromBochaResponse } from './bocha/from-bocha-response';
import { toBochaFailure } from './bocha/bocha-failure';
import type { SupplierSearch } from '../contract/search-call';
import { fromSearxngResponse } from './searxng/from-searxng-response';
import { fromSerperResponse } from './serper/from-serper-response';
import { toSerperFailure } from './serper/serper-failure';
import type { AnswerHead, SupplierError, SupplierFault } from '../contract/supplier-error';
import { fromTavilyResponse } from './tavily/from-tavily-response';
import { toTavilyFailure } from './tavily/tavily-failure';
import { fromZhipuSearch } from './zhipu/from-zhipu-search';
import { toZhipuFailure } from './zhipu/zhipu-failure';

interface Fixture extends SupplierSearch {
  answer: unknown;
  failures: { status: number; body: unknown; fault: SupplierFault; mayBeAccepted: boolean }[];
}

interface Family {
  read(answer: unknown, now: Date): SupplierSearch;
  /** Left out: it has no errors of its own, only statuses. */
  fail?(head: AnswerHead, body: unknown): SupplierError;
}

const FAMILIES: Record<string, Family> = {
  tavily: { read: fromTavilyResponse, fail: toTavilyFailure },
  bocha: { read: fromBochaResponse, fail: toBochaFailure },
  serper: { read: fromSerperResponse, fail: toSerperFailure },
  searxng: { read: fromSearxngResponse },
  zhipu: { read: fromZhipuSearch, fail: toZhipuFailure },
};

const now = new Date('2026-11-21T10:00:00Z');
const fixtures = Object.entries(FAMILIES).flatMap(([name, family]) => {
  const folder = path.join(__dirname, name, '__fixtures__');
  return readdirSync(folder)
    .filter((file) => /^search-.*\.json$/.test(file))
    .map((file): [string, string, Family, Fixture] => [name, path.basename(file, '.json'), family, JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Fixture]);
});

describe('the answers of search suppliers', () => {
  it.each(fixtures)('%s: %s', (_, __, family, { answer, results, billedUnits }) => {
    expect(family.read(answer, now)).toEqual({ results, billedUnits });
  });

  const failures = fixtures.flatMap(([name, , family, { failures: each }]) => each.map((failure) => ({ name, family, ...failure })));

  it.each(failures)('$name, failed with $status: $fault $body', ({ family, status, body, fault, mayBeAccepted }) => {
    const error = family.fail?.({ status }, body);
    expect(error).toMatchObject({ fault, mayBeAccepted });
    expect(error?.message).toMatch(/^The supplier answered \d{3}( \d+)?$/);
  });

  it.each(Object.entries(FAMILIES))('of %s that are none are failures, with nothing of theirs in the words', (_, family) => {
    for (const answer of [undefined, null, 'busy', 7, [], {}, { results: 'x', organic: {}, data: [], search_result: null }]) {
      expect(() => family.read(answer, now)).toThrow(expect.objectContaining({ fault: 'failed' }) as Error);
    }
  });
});
