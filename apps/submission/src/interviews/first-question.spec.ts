import { firstQuestionOf } from './first-question';

describe('the first question of an interview', () => {
  it('is about the latest log', () => {
    expect(firstQuestionOf('Weather station', 'It rained')).toMatch(/“Weather station” is “It rained”.*\?$/);
  });

  it('is about the project where it has no log', () => {
    expect(firstQuestionOf('Weather station', null)).toMatch(/“Weather station”.*\?$/);
  });
});
