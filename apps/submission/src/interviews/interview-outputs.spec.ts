import 'reflect-metadata';
import { readQuestion, readReport } from './interview-outputs';

const FENCE = '0123456789abcdef0123456789abcdef';
const question = (text: unknown) => readQuestion(JSON.stringify({ question: text }), ['Why a kiln at all?'], FENCE);
const report = (well: unknown, not: unknown = []) =>
  readReport(JSON.stringify({ explained_well: well, not_explained: not }), new Set([1, 2]), FENCE);
const remark = (...answers: number[]) => ({ text: 'It was clear.', answers });

describe('a drawn question', () => {
  it('is plain text on one line', () => {
    expect(question('How did **you**\n fire <b>it</b>? See https://evil.example')).toBe(
      'How did **you** fire it? See ‹link removed›',
    );
  });

  it.each([
    ['no string', 1],
    ['empty', ''],
    ['too short', 'Why?'],
    ['too long', 'a'.repeat(1_001)],
    ['asked before', 'Why a kiln at all?'],
    ['the fence', `What is ${FENCE}?`],
    ['markup alone', '<script></script><b></b>'],
  ])('is refused if it is %s', (_, text) => expect(question(text)).toBeNull());

  it.each([['Sure!'], ['[]'], [''], [undefined]])('is not read from %s', (content) =>
    expect(readQuestion(content, [], FENCE)).toBeNull(),
  );
});

describe('a report', () => {
  it('keeps remarks that cite answers, each answer once and in order', () => {
    expect(report([remark(2, 1, 2)], [remark(1)])).toEqual({
      explainedWell: [{ text: 'It was clear.', answers: [1, 2] }],
      notExplained: [{ text: 'It was clear.', answers: [1] }],
    });
  });

  it.each<[string, unknown, unknown]>([
    ['cites an answer that is not there', [remark(1), remark(3)], []],
    ['cites an answer that is not there among others', [], [remark(1, 99)]],
    ['cites number 0', [remark(0)], []],
    ['cites nothing', [remark()], []],
    ['cites a fraction', [remark(1.5)], []],
    ['is empty', [], []],
    ['has a remark without text', [{ answers: [1] }], []],
    ['shows the fence', [{ text: FENCE, answers: [1] }], []],
  ])('is refused if it %s', (_, well, not) => expect(report(well, not)).toBeNull());

  it('has no place for a decision', () => {
    const content = { explained_well: [remark(1)], not_explained: [], recommended: true };
    expect(JSON.stringify(readReport(JSON.stringify(content), new Set([1]), FENCE))).not.toContain('recommended');
  });
});
