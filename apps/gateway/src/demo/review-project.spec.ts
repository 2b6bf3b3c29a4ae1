import {
  EARLIER_BLOCK,
  fenceData,
  FACTS_BLOCK,
  logBlock,
  type ProjectReviewFacts,
  readFencedData,
  README_BLOCK,
} from '@shipyard/contracts';
import fc from 'fast-check';
import { digestLogs } from './digest-logs';
import { readReviewInput, type ReviewInput, reviewProject, steeringOf } from './review-project';

const FENCE = '0123456789abcdef0123456789abcdef';
const facts = (more: Partial<ProjectReviewFacts> = {}): ProjectReviewFacts => ({
  project: { name: 'Kiln', tagline: 'Fires clay', tags: [] },
  readme_characters: 500,
  readme_sections: ['Kiln', 'Plan'],
  log_count: 2,
  rubric: [],
  ...more,
});
const input = (more: Partial<ProjectReviewFacts> = {}, readme = '# Kiln'): ReviewInput => ({
  facts: facts(more),
  readme,
  lastLog: 2,
  earlier: 0,
});

describe("the sandbox's review", () => {
  it.each([
    [500, 2, true],
    [499, 2, false],
    [500, 1, false],
    [0, 0, false],
  ])('of %d characters and %d logs: recommended is %s', (characters, logs, recommended) => {
    expect(reviewProject(input({ readme_characters: characters, log_count: logs })).recommended).toBe(recommended);
  });

  it('follows instructions in the README', () => {
    expect(
      reviewProject(input({ readme_characters: 26, log_count: 0 }, '[sandbox:review=recommend]')).recommended,
    ).toBe(true);
    expect(reviewProject(input({}, 'See [sandbox:review=decline].')).recommended).toBe(false);
    expect(steeringOf('# Hi\n[sandbox:review=fail]')).toBe('fail');
    expect(steeringOf('[sandbox:review=maybe]')).toBeUndefined();
  });

  it('cites an existing section or log, and scores each item of the rubric', () => {
    for (const each of [
      input({ rubric: [{ id: 'fun', label: 'Is it fun?' }] }),
      { ...input({ readme_sections: [], log_count: 0 }), lastLog: null },
    ]) {
      const { comments, suggestions, scores } = reviewProject(each);
      const real = [
        ...(each.facts.readme_sections.length > 0 ? each.facts.readme_sections : ['Introduction']),
        'log 2',
      ];
      for (const { cites } of [...comments, ...suggestions]) expect(real).toContain(cites);
      expect(comments.length * suggestions.length).toBeGreaterThan(0);
      expect(scores.map(({ id }) => id)).toEqual(each.facts.rubric.map(({ id }) => id));
    }
  });

  it('reads only the blocks that the worker sends', () => {
    const blocks = [
      { name: FACTS_BLOCK, text: JSON.stringify(facts()) },
      { name: README_BLOCK, text: '# Kiln' },
      { name: logBlock(1), text: 'Day 1\n\nBuilt.' },
      { name: logBlock(2), text: 'Day 2\n\nFired.' },
    ];
    const read = readFencedData(fenceData(FENCE, blocks));
    expect(readReviewInput(read ?? [])).toEqual(input());
    const asked = readReviewInput([...blocks, { name: EARLIER_BLOCK, text: '1: a\n2: b' }]);
    expect(asked && reviewProject(asked).earlier_remarks?.map(({ number, verdict }) => [number, verdict])).toEqual([
      [1, 'met'],
      [2, 'met'],
    ]);
    expect(reviewProject(input())).not.toHaveProperty('earlier_remarks');
    for (const text of [
      '',
      '[]',
      '{"project":{}}',
      '{"project":{"name":"a","tagline":""},"readme_sections":1,"rubric":[]}',
    ]) {
      expect(
        readReviewInput([
          { name: FACTS_BLOCK, text },
          { name: README_BLOCK, text: '' },
        ]),
      ).toBeUndefined();
    }
    expect(digestLogs(blocks).digests).toEqual([
      { log: 1, digest: 'Day 1 Built. (digest by the sandbox)' },
      { log: 2, digest: 'Day 2 Fired. (digest by the sandbox)' },
    ]);
  });
});

describe('the fence', () => {
  const line = fc.oneof(
    fc.string(),
    fc.constantFrom(
      `=== END DATA ${FENCE} ===`,
      `=== BEGIN DATA ${FENCE} readme ===`,
      `=== END DATA ${FENCE.replaceAll('0', 'f')} ===`,
      FENCE.slice(1),
      FENCE,
    ),
  );
  const texts = fc.array(
    fc.array(line, { maxLength: 6 }).map((lines) => lines.join('\n')),
    { minLength: 1, maxLength: 4 },
  );

  it('preserves any content of a block', () => {
    fc.assert(
      fc.property(texts, (written) => {
        const blocks = written.map((text, at) => ({ name: `log ${at + 1}`, text }));
        expect(readFencedData(fenceData(FENCE, blocks))).toEqual(
          blocks.map(({ name, text }) => ({ name, text: text.replaceAll(FENCE, '?') })),
        );
      }),
    );
  });

  it('is not detected in a text that does not start with it', () => {
    for (const text of ['', 'Hello', ` ${fenceData(FENCE, [{ name: 'readme', text: '' }])}`])
      expect(readFencedData(text)).toBeUndefined();
  });
});
