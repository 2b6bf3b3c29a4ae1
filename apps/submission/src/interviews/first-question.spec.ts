import { firstQuestionOf } from './first-question';

describe('the first question of an interview', () => {
  it('mentions the latest log', () => {
    expect(firstQuestionOf('Weather station', 'It rained')).toMatch(/“Weather station” is “It rained”.*\?$/);
  });

  it('mentions the project if it has no log', () => {
    expect(firstQuestionOf('Weather station', null)).toMatch(/“Weather station”.*\?$/);
  });
});
