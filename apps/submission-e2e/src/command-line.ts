import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const BUNDLE = path.resolve(__dirname, '../../../dist/apps/cli/shipyard.js');

export interface CommandResult {
  status: number | null;
  stdout: string;
  stderr: string;
}

export interface CommandOptions {
  cwd?: string;
  input?: string;
  environment?: NodeJS.ProcessEnv;
}

/** Runs the built command with a home and a scratch folder of its own. */
export class CommandLine {
  private constructor(
    readonly folder: string,
    readonly configFolder: string,
    private readonly url: string,
  ) {}

  static async at(submissionUrl: string): Promise<CommandLine> {
    const root = await mkdtemp(path.join(tmpdir(), 'command-line-'));
    return new CommandLine(path.join(root), path.join(root, '.config'), `${submissionUrl}/api/v1`);
  }

  environment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
    const { PATH, HOME } = process.env;
    return { PATH, HOME, LANG: 'C', SHIPYARD_CONFIG_DIR: this.configFolder, SHIPYARD_URL: this.url, ...more };
  }

  run(
    args: readonly string[],
    { cwd = this.folder, input = '', environment }: CommandOptions = {},
  ): Promise<CommandResult> {
    return runCommand(process.execPath, [BUNDLE, ...args], { cwd, input, environment: this.environment(environment) });
  }

  async json<Data>(args: readonly string[], options: CommandOptions = {}): Promise<Data> {
    const { status, stdout, stderr } = await this.run([...args, '--json'], options);
    if (status !== 0) throw new Error(`shipyard ${args.join(' ')} ended with ${status}: ${stdout}${stderr}`);
    return JSON.parse(stdout) as Data;
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}

export function runCommand(
  command: string,
  args: readonly string[],
  { cwd, input, environment }: Required<CommandOptions>,
): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: environment });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, stdout, stderr }));
    child.stdin.end(input);
  });
}
