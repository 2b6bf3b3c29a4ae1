import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const WORKSPACE = path.resolve(__dirname, '../../..');

const POINTS = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];

const SUITES: Record<string, string> = { 'submission-e2e': 'S/', 'gateway-e2e': 'G/' };

function testFiles(): Set<string> {
  const found = ['apps', 'libs'].flatMap((folder) =>
    readdirSync(path.join(WORKSPACE, folder), { recursive: true, encoding: 'utf8' }),
  );
  return new Set(
    found.flatMap((file) => {
      const name = /(?:^|\/)([\w.-]+?)\.(?:spec|e2e-spec|e2e-part)\.ts$/.exec(file)?.[1];
      return name === undefined ? [] : [`${SUITES[file.split('/')[0] ?? ''] ?? ''}${name}`];
    }),
  );
}

describe('docs/security.md', () => {
  const rows = readFileSync(path.join(WORKSPACE, 'docs/security.md'), 'utf8')
    .split('\n')
    .filter((line) => /^\| \d+\.\d+\.\d+ \|/.test(line))
    .map((line) => {
      const [, point = '', level = '', words = '', tests = '', how = ''] = line.split('|').map((cell) => cell.trim());
      return { point, level, words, tests: [...tests.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name), how };
    });

  it('has each requirement of ASVS 5.0, levels 1 and 2, once', () => {
    expect(new Set(rows.map(({ point }) => point)).size).toBe(rows.length);
    expect(POINTS.map((_, at) => rows.filter(({ point }) => point.startsWith(`${at + 1}.`)).length)).toEqual(POINTS);
  });

  it('names a test or a reason for each', () => {
    expect(
      rows.filter(
        ({ level, words, tests, how }) =>
          !['1', '2'].includes(level) || words === '' || (tests.length === 0 && how === ''),
      ),
    ).toEqual([]);
  });

  it('names existing tests only', () => {
    const files = testFiles();
    const missing = rows.flatMap(({ point, tests }) =>
      tests.filter((name) => !files.has(name)).map((name) => `${point}: ${name}`),
    );
    expect(missing).toEqual([]);
  });
});
