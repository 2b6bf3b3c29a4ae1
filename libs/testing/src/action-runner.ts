import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';

interface Step {
  name: string;
  uses?: string;
  shell?: string;
  env?: Record<string, string>;
  run?: string;
}

export interface Action {
  branding: { icon: string; color: string };
  inputs: Record<string, { description: string; required: boolean; default?: string }>;
  outputs: Record<string, { value: string }>;
  runs: { using: string; steps: Step[] };
}

export const ACTION_FOLDER = path.join(__dirname, '../../../.github/actions/shipyard-sync');

export const readAction = () => load(readFileSync(path.join(ACTION_FOLDER, 'action.yml'), 'utf8')) as Action;

export interface ActionJob {
  /** An empty folder: where the job works, and what the runner keeps. */
  folder: string;
  inputs: Readonly<Record<string, string>>;
  event?: string;
  isFork?: boolean;
  /** The URL of GitHub's API. */
  github?: string;
  environment: Readonly<Record<string, string>>;
}

export interface ActionResult {
  code: number;
  printed: string;
  addedPath: string;
  summary: string;
  outputs: Readonly<Record<string, string>>;
}

/** Runs the shell steps of the action one after the other, as a runner does. */
export async function runActionSteps(action: Action, job: ActionJob): Promise<ActionResult> {
  const { folder, inputs, event = 'push', isFork = false, github = '', environment } = job;
  writeFileSync(path.join(folder, 'event.json'), JSON.stringify({ pull_request: { number: 7 } }));
  const values: Record<string, string> = {
    'runner.temp': folder,
    'github.token': 'ghs_token',
    'github.event_name': event,
    'github.event.repository.fork': String(isFork),
  };
  const filled = (text: string) =>
    text.replace(/\$\{\{ ([\w.-]+) \}\}/g, (_, expression: string) => values[expression] ?? '');
  for (const [name, { default: usual = '' }] of Object.entries(action.inputs))
    values[`inputs.${name}`] = inputs[name] ?? filled(usual);
  const files = {
    GITHUB_PATH: path.join(folder, 'path'),
    GITHUB_OUTPUT: path.join(folder, 'output'),
    GITHUB_STEP_SUMMARY: path.join(folder, 'summary'),
  };
  let printed = '';
  let code = 0;
  for (const { run, env = {} } of action.runs.steps) {
    if (run === undefined) continue;
    const own = Object.entries(env).map(([name, text]) => [name, filled(text)] as const);
    const added = contentOf(files.GITHUB_PATH).trim();
    const ended = await bash(run, folder, {
      ...environment,
      ...(added !== '' && { PATH: `${environment.PATH ?? ''}:${added}` }),
      GITHUB_ACTION_PATH: ACTION_FOLDER,
      GITHUB_API_URL: github,
      GITHUB_REPOSITORY: 'ada/garden',
      GITHUB_EVENT_PATH: path.join(folder, 'event.json'),
      ...files,
      ...Object.fromEntries(own),
    });
    printed += ended.printed;
    code = ended.code;
    if (code !== 0) break;
  }
  return {
    ...{ code, printed },
    addedPath: contentOf(files.GITHUB_PATH),
    summary: contentOf(files.GITHUB_STEP_SUMMARY),
    outputs: outputsIn(contentOf(files.GITHUB_OUTPUT)),
  };
}

const contentOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

function bash(script: string, cwd: string, env: Record<string, string>): Promise<{ code: number; printed: string }> {
  return new Promise((resolve) =>
    execFile('bash', ['-c', script], { cwd, env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, printed: stdout + stderr }),
    ),
  );
}

const outputsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/^([\w-]+)<<(end-[\w-]+)\n([^]*?)\n\2$/gm)].map(
      ([, name = '', , value = '']) => [name, value] as const,
    ),
  );
