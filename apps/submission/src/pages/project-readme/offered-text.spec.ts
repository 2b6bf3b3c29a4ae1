import { en } from '../words/en/en';
import { askedBy, offeredText } from './offered-text';

const program = {
  id: 'p',
  name: 'P',
  logsRequired: 1,
  rubric: ['It works'],
  interviewQuestions: 0,
  prize: null,
};
const project = { id: 'own', hasReadme: false, program };
const log = {
  sequence: 2,
  title: 'Day 2',
  contentMd: 'It rained.\n\n![](cloud://own/a.png)',
  images: ['a.png', 'b.jpg'],
};

describe('the text that the editor offers', () => {
  it('asks the questions of a README, with what the program looks for', () => {
    const text = offeredText(en, project, askedBy({ begin: 'questions' }), []);
    expect(text).toContain('Your program looks for: It works');
    expect(text?.match(/^## /gm)).toHaveLength(4);
  });

  it('has the chosen logs with each of their pictures once', () => {
    const text = offeredText(en, project, askedBy({ log: ['2', '2', 'x', '-1'] }), [
      { ...log, sequence: 1, contentMd: null },
      log,
    ]);
    expect(text).toBe('## Day 2\n\nIt rained.\n\n![](cloud://own/a.png)\n\n![](cloud://own/b.jpg)\n');
  });

  it('is nothing if nothing was asked for', () => {
    expect(offeredText(en, project, askedBy({}), [])).toBeNull();
    expect(offeredText(en, { ...project, hasReadme: true }, askedBy({ begin: 'questions' }), [])).toBeNull();
  });
});
