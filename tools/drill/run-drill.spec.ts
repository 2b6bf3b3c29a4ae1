import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { missingPrograms } from './run-drill';

describe('the programs that a drill needs', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'drill-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are missing unless one of each choice is on the PATH', () => {
    for (const program of ['podman', 'helm']) writeFileSync(path.join(folder, program), '');
    expect(missingPrograms(['docker|podman', 'helm', 'pg_dump', 'a|b'], ['/nowhere', folder])).toEqual([
      'pg_dump',
      'a|b',
    ]);
  });
});
