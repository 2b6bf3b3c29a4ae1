import { lacksOf, type SetupFacts } from './setup.service';

const READY: SetupFacts = {
  programs: { all: 2, open: 1 },
  staff: { reviewer: 1, fulfilment: 1, admin: 1 },
  checks: { mail: 'fine', gateway: 'fine' },
  isDemo: false,
};

describe('what an installation lacks', () => {
  it.each<[string, Partial<SetupFacts>, string[]]>([
    ['nothing', {}, []],
    ['a program that is open', { programs: { all: 2, open: 0 } }, ['program']],
    ['people who ship', { staff: { reviewer: 1, fulfilment: 0, admin: 1 } }, ['staff']],
    ['a mail server', { checks: { mail: 'files', gateway: 'fine' } }, ['mail']],
    ['no mail server in a demo', { checks: { mail: 'files', gateway: 'fine' }, isDemo: true }, []],
    ['a worker', { checks: { mail: 'silent', gateway: 'silent' } }, ['mail', 'gateway']],
    ['nothing that is still being found out', { checks: { mail: 'checking', gateway: 'checking' } }, []],
  ])('is %s', (_, facts, lacks) => expect(lacksOf({ ...READY, ...facts })).toEqual(lacks));
});
