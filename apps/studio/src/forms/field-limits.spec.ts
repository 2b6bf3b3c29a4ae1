import { charactersIn } from './field-limits';

describe('the length of a field', () => {
  it.each([
    { title: 'letters', text: 'a'.repeat(501), most: 500, count: 501 },
    { title: 'characters of two units', text: '🚀'.repeat(3), most: 3, count: 3 },
    { title: 'a letter with its mark apart', text: 'e\u0301'.repeat(5), most: 5, count: 5 },
    { title: 'a text that is surely too long', text: 'e\u0301'.repeat(50), most: 5, count: 100 },
  ])('is counted in characters: $title', ({ text, most, count }) => {
    expect(charactersIn(text, most)).toBe(count);
  });
});
