import type { ProjectReviewInput } from '@shipyard/contracts';
import { readReviewInput, reviewProject, steeringOf } from './review-project';

const log = (sequence: number) => ({ sequence, title: `Day ${sequence}`, content: 'Built.' });
const input = (readme: string, logs: number): ProjectReviewInput => ({
  project: { name: 'Kiln', tagline: 'Fires clay', tags: [] },
  readme,
  logs: Array.from({ length: logs }, (_, at) => log(at + 1)),
});

describe("the sandbox's review", () => {
  it.each([
    [500, 2, true],
    [499, 2, false],
    [500, 1, false],
    [0, 0, false],
  ])('of %d characters and %d logs: recommended is %s', (characters, logs, recommended) => {
    expect(reviewProject(input('a'.repeat(characters), logs)).recommended).toBe(recommended);
  });

  it('counts characters, not UTF-16 units', () => {
    expect(reviewProject(input('🙂'.repeat(499), 2)).recommended).toBe(false);
  });

  it('follows the words in the README', () => {
    expect(reviewProject(input('[sandbox:review=recommend]', 0)).recommended).toBe(true);
    expect(reviewProject(input(`[sandbox:review=decline]${'a'.repeat(600)}`, 3)).recommended).toBe(false);
  });

  it.each([
    ['# Hi\n[sandbox:review=fail]', 'fail'],
    ['[sandbox:review=maybe]', undefined],
    ['<!-- [sandbox:review=fail] -->', undefined],
    ['<!-- open [sandbox:review=fail]', undefined],
    ['---\ntitle: "[sandbox:review=fail]"\n---\nText', undefined],
    ['---\na: 1\n---\n[sandbox:review=decline]', 'decline'],
  ])('reads %j as %s', (readme, steering) => {
    expect(steeringOf(readme)).toBe(steering);
  });

  it('names a README section or a log in every comment and suggestion', () => {
    for (const each of [input('# Kiln\n\n## Plan\n\nFire.', 3), input('', 0), input('No heading', 1)]) {
      const { comments, suggestions } = reviewProject(each);
      expect(comments.length).toBeGreaterThan(0);
      expect(suggestions.length).toBeGreaterThan(0);
      for (const text of [...comments, ...suggestions]) expect(text).toMatch(/^(?:README section ".+"|log \d+): /);
    }
  });

  it('reads only what has the shape of an input', () => {
    expect(readReviewInput(JSON.stringify(input('a', 1)))).toEqual(input('a', 1));
    for (const text of ['', '[]', 'null', '{"project":{},"readme":"","logs":[]}', '{"project":{"name":"a","tagline":""},"readme":1,"logs":[]}']) {
      expect(readReviewInput(text)).toBeUndefined();
    }
  });
});
