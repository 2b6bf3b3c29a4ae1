import { preparedQuestion } from './prepared-questions';

const subject = { name: 'Weather station', logTitle: 'It rained', rubric: [] };
const rubric = [
  { id: 'fun', label: 'Is it fun?' },
  { id: 'safe', label: 'Is it safe?' },
];

describe('a prepared question', () => {
  it('is about the latest log first', () => {
    expect(preparedQuestion(subject, 1)).toMatch(/“Weather station” is “It rained”.*\?$/);
  });

  it('is about the project if it has no log', () => {
    expect(preparedQuestion({ ...subject, logTitle: null }, 1)).toMatch(/“Weather station”.*\?$/);
  });

  it('is about the rubric of the program before anything else', () => {
    expect(preparedQuestion({ ...subject, rubric }, 1)).toContain('“Is it fun?”');
    expect(preparedQuestion({ ...subject, rubric }, 2)).toContain('“Is it safe?”');
    expect(preparedQuestion({ ...subject, rubric }, 3)).toContain('“It rained”');
  });

  it.each([[[]], [rubric]])('is never asked twice in the longest interview', (items) => {
    const questions = Array.from({ length: 20 }, (_, at) => preparedQuestion({ ...subject, rubric: items }, at + 1));
    expect(new Set(questions).size).toBe(20);
  });
});
