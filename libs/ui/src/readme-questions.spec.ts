import { questionLine, questionSections, withoutUnanswered } from './readme-questions';

const ask = questionSections(['What does it do?', 'Why?'], 'Answer here.');

describe('a README that asks', () => {
  it('loses the sections that nobody answered', () => {
    expect(withoutUnanswered(`${questionLine('Your program looks for: a.')}\n\n${ask}`).trim()).toBe('');
    const answered = ask.replace(questionLine('Answer here.'), 'It measures rain.');
    expect(withoutUnanswered(answered).trim()).toBe('## What does it do?\n\nIt measures rain.');
  });

  it('loses only the line where an answer stands beside it', () => {
    const answered = `${ask}\nBecause of the garden.\n`;
    const kept = withoutUnanswered(answered);
    expect(kept).toContain('## Why?');
    expect(kept).toContain('Because of the garden.');
    expect(kept).not.toContain('<!--');
  });

  it.each(['', '# A\n\n## B\n', 'a <!-- ? b --> c', '```\n# x\n```\n\r\n'])('stays as it is: %j', (readme) => {
    expect(withoutUnanswered(readme)).toBe(readme);
  });
});
