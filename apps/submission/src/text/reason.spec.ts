import { reasonProblem } from './reason';

describe('a reason', () => {
  it.each(['a', 'Two\nlines\tand a tab.', '\u{1F600}'.repeat(2_000)])('may be %j', (reason) => {
    expect(reasonProblem(reason)).toBeNull();
  });

  it.each([undefined, 7, '', ' \n ', 'a\0', 'a\u001b[31m', '\ud800', 'x'.repeat(2_001)])('is never %j', (reason) => {
    expect(reasonProblem(reason)).not.toBeNull();
  });
});
