import { buildApps } from './build-app';

jest.mock('esbuild', () => ({ build: jest.fn() }));
jest.mock('vite', () => ({
  build: () => {
    process.env.NODE_ENV = 'production';
    return Promise.resolve();
  },
}));

describe('building the apps', () => {
  const { NODE_ENV } = process.env;

  afterEach(() => {
    process.env.NODE_ENV = NODE_ENV;
  });

  it.each([{ before: undefined }, { before: 'test' }])(
    'leaves NODE_ENV as $before, which services inherit',
    async ({ before }) => {
      if (before === undefined) delete process.env.NODE_ENV;
      else process.env.NODE_ENV = before;
      await buildApps(['studio', 'submission']);
      expect(process.env.NODE_ENV).toBe(before);
    },
  );
});
