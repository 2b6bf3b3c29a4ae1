import { readdirSync } from 'node:fs';
import path from 'node:path';
import { createLogger } from '@shipyard/platform/logger';
import { submissionDataSource } from './data-source';

describe('the migrations', () => {
  it('are all in the list that prepare.js runs, in the order of their times', () => {
    const files = readdirSync(path.join(__dirname, 'migrations')).filter((file) => /^\d{13}-/.test(file));
    const { migrations } = submissionDataSource('postgres://none', createLogger('spec'), 'spec').options;
    const times = (migrations as { name: string }[]).map(({ name }) => name.slice(-13));
    expect(times).toEqual(files.map((file) => file.slice(0, 13)).toSorted());
  });
});
