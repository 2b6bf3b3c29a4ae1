import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { VERSIONS } from './cut-release';
import { checkRelease } from './release';

const textOf = (file: string) => readFileSync(path.join(__dirname, '..', file), 'utf8');
const WORKFLOWS = path.join(__dirname, '../.github/workflows');

interface Job {
  permissions?: Record<string, string>;
  uses?: string;
  steps?: { uses?: string; run?: string; with?: Record<string, unknown>; env?: Record<string, string> }[];
}

interface Workflow {
  on: Record<string, unknown>;
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}

const CI = { GITHUB_ACTIONS: 'true', ACTIONS_ID_TOKEN_REQUEST_URL: 'https://token.example' };

describe('a release', () => {
  it('is what its tag says', () => {
    const tag = (name: string) => ({ GITHUB_REF_TYPE: 'tag', GITHUB_REF_NAME: name });
    expect(() => checkRelease('1.2.3', false, tag('v1.2.3'))).not.toThrow();
    expect(() => checkRelease('1.2.3', false, tag('v1.2.4'))).toThrow('Make them equal');
    expect(() => checkRelease('1.2.3', false, {})).not.toThrow();
  });

  it('is published where CI vouches for it, and nowhere else', () => {
    expect(() => checkRelease('1.2.3', true, CI)).not.toThrow();
    for (const environment of [{}, { GITHUB_ACTIONS: 'true' }, { ACTIONS_ID_TOKEN_REQUEST_URL: 'https://a.example' }])
      expect(() => checkRelease('1.2.3', true, environment)).toThrow('Publish in CI only');
  });

  it('has one version, wherever it stands', () => {
    const { version } = JSON.parse(textOf('package.json')) as { version: string };
    for (const [file, line] of VERSIONS) {
      const found = [...textOf(file).matchAll(line)].map(([whole, before = '', after = '']) =>
        whole.slice(before.length, whole.length - after.length),
      );
      expect([file, new Set(found)]).toEqual([file, new Set([version])]);
    }
  });
});

describe.each(readdirSync(WORKFLOWS))('the workflow %s', (file) => {
  const text = readFileSync(path.join(WORKFLOWS, file), 'utf8');
  const workflow = load(text) as Workflow;
  const jobs = Object.values(workflow.jobs);
  const steps = jobs.flatMap((job) => job.steps ?? []);

  it('names each action by its commit, with the version beside it', () => {
    const uses = text.split('\n').filter((line) => /\buses: (?!\.\/)/.test(line));
    expect(uses).toHaveLength(steps.filter((step) => step.uses !== undefined).length);
    expect(uses.filter((line) => !/uses: [\w.-]+\/[\w.-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
  });

  it('may read, and a job that may do more runs nothing that a stranger wrote', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    expect(Object.keys(workflow.on)).not.toContain('pull_request_target');
    const strong = jobs.filter(({ permissions = {} }) => Object.values(permissions).includes('write'));
    if (strong.length > 0) expect(Object.keys(workflow.on)).toEqual(['push']);
    const writers = strong.filter(({ permissions }) => permissions?.contents === 'write');
    expect(writers.flatMap((job) => job.steps ?? []).filter(({ uses = '' }) => uses.includes('checkout'))).toEqual([]);
  });

  it('takes values into scripts by the environment only, and leaves no token in the working copy', () => {
    for (const { run = '' } of steps) expect(run).not.toContain('${{');
    for (const step of steps.filter(({ uses = '' }) => uses.includes('checkout')))
      expect(step.with).toMatchObject({ 'persist-credentials': false });
  });
});
