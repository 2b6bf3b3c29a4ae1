import {
  answerBlock,
  fenceData,
  FACTS_BLOCK,
  INTERVIEW_QUESTION,
  INTERVIEW_REPORT,
  logBlock,
  PROJECT_REVIEW,
  questionBlock,
} from '@shipyard/contracts';
import { answerInterview } from './answer-interview';

const FENCE = '0123456789abcdef0123456789abcdef';
const facts = (index?: number) => ({
  name: FACTS_BLOCK,
  text: JSON.stringify({ project: { name: 'Kiln' }, index, total: 5 }),
});
const logs = [
  { name: logBlock(1), text: 'Day 1\n\nBuilt.' },
  { name: logBlock(2), text: 'Day 2\n\nFired.' },
];
const answers = [
  { name: questionBlock(1), text: 'Why?' },
  { name: answerBlock(1), text: 'Because.' },
  { name: questionBlock(2), text: 'How?' },
  { name: answerBlock(2), text: 'a'.repeat(40) },
];
const ask = (name: string, blocks: { name: string; text: string }[]) => answerInterview(name, fenceData(FENCE, blocks));

describe("the sandbox's interviewer", () => {
  it('asks about the logs, the newest first, and then about the last answer', () => {
    const question = (index: number) => ask(INTERVIEW_QUESTION, [facts(index), ...logs, ...answers]);
    expect(question(1)).toEqual({ question: expect.stringMatching(/^In log 2, “Day 2”/) as string });
    expect(question(2)).toEqual({ question: expect.stringContaining('log 1, “Day 1”') as string });
    expect(question(3)).toEqual({ question: expect.stringContaining('Your answer 2') as string });
    expect(ask(INTERVIEW_QUESTION, [facts(1)])).toEqual({ question: expect.stringContaining('“Kiln”') as string });
  });

  it('reports each answer by its length, and cites it', () => {
    expect(ask(INTERVIEW_REPORT, [facts(), ...answers])).toEqual({
      explained_well: [{ text: expect.stringContaining('40 characters') as string, answers: [2] }],
      not_explained: [{ text: expect.stringContaining('8 characters') as string, answers: [1] }],
    });
  });

  it('answers nothing else', () => {
    expect(ask(PROJECT_REVIEW, [facts(1)])).toBeUndefined();
    expect(answerInterview(INTERVIEW_QUESTION, 'Hello')).toBeUndefined();
    for (const text of ['', '[]', '{"project":1}'])
      expect(ask(INTERVIEW_QUESTION, [{ name: FACTS_BLOCK, text }])).toBeUndefined();
  });
});
