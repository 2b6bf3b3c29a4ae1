import { readFiguresFields, timeOf } from './figures-address';

describe('the address of the figures', () => {
  it('counts the last day too', () => {
    const fields = readFiguresFields('/console/figures?program=river&from=2030-01-01&to=2030-01-31', ['river']);
    expect(fields).toEqual({ program: 'river', from: '2030-01-01', to: '2030-01-31' });
    expect(timeOf(fields)).toEqual({ from: new Date('2030-01-01T00:00:00Z'), to: new Date('2030-02-01T00:00:00Z') });
  });

  it('ignores what nobody can choose', () => {
    const fields = readFiguresFields('/console/figures?program=gone&from=2030-02-31x&to=', ['river']);
    expect(fields).toEqual({ program: undefined, from: undefined, to: undefined });
    expect(timeOf(fields)).toEqual({ from: null, to: null });
  });
});
