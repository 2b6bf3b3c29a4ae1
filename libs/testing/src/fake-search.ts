import type { CallBehavior, CallProtocol, FakeCalls } from './fake-calls';
import type { JsonRecord } from './fake-faults';

export interface FakeSearchResult {
  title: string;
  url: string;
  snippet: string;
  siteName?: string;
  publishedAt?: string;
  score?: number;
}

interface SearchScript {
  results: FakeSearchResult[];
  more: object;
}

export type SearchBehavior = CallBehavior<SearchScript>;
export type FakeSearch = FakeCalls<SearchScript>;

export interface SearchProtocol extends Omit<CallProtocol<SearchScript>, 'answer'> {
  window: (body: JsonRecord) => { from: number; count: number };
  answer: (results: FakeSearchResult[], body: JsonRecord) => object;
}

const USUAL: FakeSearchResult[] = ['one', 'two', 'three'].map((name, at) => ({
  title: `Result ${name}`,
  url: `https://${name}.example/page`,
  snippet: `What ${name} says.`,
  score: 0.9 - at / 10,
}));

export const searchCalls = ({ window, answer, ...protocol }: SearchProtocol): CallProtocol<SearchScript> => ({
  ...protocol,
  answer: (body, { results = USUAL, more }) => {
    const { from, count } = window(body);
    return { ...answer(results.slice(from, from + count), body), ...more };
  },
});
