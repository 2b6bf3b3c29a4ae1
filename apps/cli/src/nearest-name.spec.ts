import { nearestName } from './nearest-name';

const NAMES = ['sync', 'status', 'log new', 'log list', 'pull', 'init'];

describe('the name that was meant', () => {
  it.each([
    { typed: 'snyc', meant: 'sync' },
    { typed: 'stauts', meant: 'status' },
    { typed: 'Pull', meant: 'pull' },
    { typed: 'log nw', meant: 'log new' },
    { typed: 'publish', meant: null },
    { typed: 'in', meant: null },
    { typed: '', meant: null },
  ])('for $typed is $meant', ({ typed, meant }) => expect(nearestName(typed, NAMES)).toBe(meant));
});
