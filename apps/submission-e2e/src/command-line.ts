import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { QUICK_START } from '@shipyard/testing';
import { CommandThread, type ThreadResult } from './command-thread';
import { type CommandResult, RunningCommand } from './running-command';

export const BUNDLE = path.resolve(__dirname, '../../../dist/apps/cli/shipyard.js');

export interface CommandOptions {
  cwd?: string;
  input?: string;
  environment?: NodeJS.ProcessEnv;
}

/** A thread has no stdin of its own. */
type ThreadOptions = Omit<CommandOptions, 'input'>;

/** Runs the built command with a home and a scratch folder of its own. */
export class CommandLine {
  private thread: CommandThread | null = null;

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
    return {
      PATH,
      HOME,
      ...QUICK_START,
      LANG: 'C',
      NO_UPDATE_NOTIFIER: '1',
      SHIPYARD_CONFIG_DIR: this.configFolder,
      SHIPYARD_URL: this.url,
      ...more,
    };
  }

  start(args: readonly string[], { cwd = this.folder, input = '', environment }: CommandOptions = {}): RunningCommand {
    return startCommand(process.execPath, [BUNDLE, ...args], {
      cwd,
      input,
      environment: this.environment(environment),
    });
  }

  run(args: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
    return this.start(args, options).ended;
  }

  /** Runs the command with `--json`, in a thread. */
  answer(args: readonly string[], { cwd = this.folder, environment }: ThreadOptions = {}): Promise<ThreadResult> {
    this.thread ??= new CommandThread(BUNDLE);
    return this.thread.run(args, cwd, this.environment(environment));
  }

  async json<Data>(args: readonly string[], options: ThreadOptions = {}): Promise<Data> {
    const { status, answer, stderr } = await this.answer(args, options);
    if (status !== 0)
      throw new Error(`shipyard ${args.join(' ')} ended with ${status}: ${JSON.stringify(answer)}${stderr}`);
    return answer as Data;
  }

  async remove(): Promise<void> {
    await this.thread?.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

export function startCommand(
  command: string,
  args: readonly string[],
  { cwd, input, environment }: Required<CommandOptions>,
): RunningCommand {
  const child = spawn(command, args, { cwd, env: environment });
  child.stdin.end(input);
  return new RunningCommand(child);
}
