import { checkNext, cutChangelog } from './cut-release';

const HEAD = '# Changelog\n\nAll changes. There has been no release yet.\n\n';
const day = '2026-12-01';

describe('cutting a release', () => {
  it('gives what is unreleased a heading of its own, above older releases', () => {
    const older = '## 0.1.0 - 2026-01-01\n\n- Old\n';
    const text = `${HEAD}## Unreleased\n\n### Added\n\n- New\n\n${older}`;
    expect(cutChangelog(text, '0.2.0', day)).toEqual({
      changelog: `# Changelog\n\nAll changes.\n\n## Unreleased\n\n## 0.2.0 - ${day}\n\n### Added\n\n- New\n\n${older}`,
      notes: '### Added\n\n- New',
    });
  });

  it('can be the first', () => {
    const { changelog } = cutChangelog(`${HEAD}## Unreleased\n\n- New\n`, '0.2.0', day);
    expect(changelog.endsWith(`## Unreleased\n\n## 0.2.0 - ${day}\n\n- New\n`)).toBe(true);
  });

  it.each([
    ['## Unreleased\n\n## 0.1.0 - 2026-01-01\n\n- Old\n', 'no change'],
    ['## 0.1.0 - 2026-01-01\n', 'no section'],
  ])('says what is missing in %j', (text, problem) => {
    expect(() => cutChangelog(HEAD + text, '0.2.0', day)).toThrow(problem);
  });

  it.each(['0.1.1', '0.2.0', '1.0.0', '0.10.0'])('takes %s after 0.1.0', (next) => {
    expect(() => checkNext('0.1.0', next)).not.toThrow();
  });

  it.each(['0.1.0', '0.0.9', '0.1', 'v0.2.0', '0.2.0-rc.1', ''])('refuses "%s" after 0.1.0', (next) => {
    expect(() => checkNext('0.1.0', next)).toThrow(/no version|already/);
  });
});
