import type { DataSource } from 'typeorm';
import type { MarkdownRenderer } from '../markdown/markdown-renderer';
import type { ReviewsService } from '../reviews';
import { InterviewMaterialService } from './interview-material.service';

const word = (count: number) => 'kiln '.repeat(count).trim();
const content = {
  name: 'Kiln',
  tagline: '',
  tags: [],
  readme: `---\ntags: a\n---\n${word(50_000)}`,
  logOrder: '9',
  logSequence: '9',
  logsRequired: 1,
  logsPresent: 9,
  rubric: [],
};
const logs = Array.from({ length: 9 }, (_, at) => ({
  sequence: 9 - at,
  title: `Day ${9 - at}`,
  writtenAs: 'text',
  contentMd: word(1_000),
}));

describe('the material of an interview', () => {
  const manager = { query: () => Promise.resolve([content]) };
  const dataSource = { manager, query: () => Promise.resolve(logs) } as unknown as DataSource;
  const renderer = {
    startRendering: () => ({ visibleText: (text: string) => Promise.resolve({ text, sections: [], images: [] }) }),
  } as unknown as MarkdownRenderer;
  const review = { summary: word(20_000), comments: ['Good.'], suggestions: [] };
  const reviews = {
    latest: () => Promise.resolve(new Map([['p', review]])),
  } as unknown as ReviewsService;
  const material = new InterviewMaterialService(dataSource, renderer, reviews);
  const asked = [1, 2].map((index) => ({ index, question: 'Why?', answer: word(2_000) }));
  const read = (maxInputTokens: number) =>
    material.read({
      projectId: 'p',
      model: { maxInputTokens, hasVision: false },
      asked,
      facts: { index: 3, total: 5 },
    });

  it.each([[8_000], [16_000], [32_000]])('fits into a model that accepts %d tokens', async (maxInputTokens) => {
    const { readme, logs: shown, review: said, asked: given } = await read(maxInputTokens);
    const texts = [readme, said, ...shown.map(({ text }) => text), ...given.map(({ answer }) => answer ?? '')];
    // In these texts each word is one token.
    const tokens = texts.join(' ').split(' ').length;
    expect(tokens).toBeLessThan(maxInputTokens * 0.9);
    for (const text of texts) expect(text).not.toBe('');
    expect(readme).not.toContain('tags');
  });

  it('has the newest logs, in the order in which they were written', async () => {
    const sequences = (await read(16_000)).logs.map(({ sequence }) => sequence);
    expect(sequences.at(-1)).toBe(9);
    expect(sequences.length).toBeLessThan(9);
    expect(sequences).toEqual([...sequences].sort((one, other) => one - other));
  });
});
