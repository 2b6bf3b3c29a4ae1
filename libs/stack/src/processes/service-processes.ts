import { type ChildProcess, fork, spawn, type StdioOptions } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { RunningRecord } from '../data/running-record';
import { LogFile } from './log-file';
import { SupervisedProcess } from './supervised-process';

export type Service = 'submission' | 'gateway';
export type ServiceEntry = 'main' | 'worker';
export type ServiceCommand = 'prepare' | 'showcase';

export interface ServiceProcessOptions {
  bundlesDir: string;
  dataDir: string;
  output: 'inherit' | 'files';
  report: (line: string) => void;
}

const WORKSPACE = path.resolve(__dirname, '../../../..');
/** Most objects die with their request, and a larger new space copies fewer of them, at the start too. */
export const NODE_OPTIONS = ['--enable-source-maps', '--min-semi-space-size=16', '--max-semi-space-size=64'];

/** Runs a command of a service to its end. */
export async function runServiceCommand(
  service: Service,
  entry: ServiceCommand,
  environment: NodeJS.ProcessEnv,
  options: ServiceProcessOptions,
  aborted: AbortSignal,
): Promise<void> {
  const bundle = bundleFile(options, service, entry);
  const log = new LogFile(path.join(options.dataDir, `logs/${service}-${entry}.log`));
  const child = intoOutput(options, log, (stdio) => {
    return spawn(process.execPath, [...NODE_OPTIONS, bundle], {
      cwd: WORKSPACE,
      env: environment,
      stdio,
      detached: true,
      signal: aborted,
    });
  });
  const how = await new Promise<string | null>((resolve) => {
    child.on('error', (error) => child.pid === undefined && resolve(error.message));
    child.once('exit', (code, signal) => resolve(code === 0 ? null : (signal ?? `exit code ${code}`)));
  });
  if (how === null) return;
  const words = options.output === 'files' ? log.lastError() : undefined;
  throw new Error(`${service} ${entry} failed (${how})${words === undefined ? '' : `: ${words}`}`);
}

export function superviseService(
  service: Service,
  entry: ServiceEntry,
  environment: NodeJS.ProcessEnv,
  options: ServiceProcessOptions & { record: RunningRecord | null },
): SupervisedProcess {
  const name = entry === 'main' ? service : `${service} worker`;
  const bundle = bundleFile(options, service, entry);
  const log = new LogFile(path.join(options.dataDir, `logs/${name.replace(' ', '-')}.log`));
  return new SupervisedProcess({
    name,
    // In a separate session, Ctrl-C reaches only the launcher, which ends everything in order. If the launcher is
    // killed, the channel closes and the service ends itself.
    spawn: () =>
      intoOutput(options, log, (stdio) =>
        fork(bundle, {
          cwd: WORKSPACE,
          env: environment,
          execArgv: NODE_OPTIONS,
          stdio: [...stdio, 'ipc'],
          detached: true,
        }),
      ),
    waitUntilReady,
    lastWords: () => (options.output === 'files' ? log.lastError() : undefined),
    onSpawn: (pid) => options.record?.addProcess(name, pid),
    onStopped: () => options.record?.removeProcess(name),
    report: options.report,
  });
}

function bundleFile(
  { bundlesDir }: ServiceProcessOptions,
  service: Service,
  entry: ServiceEntry | ServiceCommand,
): string {
  const file = path.join(bundlesDir, service, `${entry}.js`);
  if (!existsSync(file)) throw new Error(`${file} is missing: build it with npx nx build ${service}`);
  return file;
}

type Stdio = Extract<StdioOptions, readonly unknown[]>;

function intoOutput(options: ServiceProcessOptions, log: LogFile, start: (stdio: Stdio) => ChildProcess): ChildProcess {
  if (options.output === 'inherit') return start(['ignore', 'inherit', 'inherit']);
  return log.spawnInto((descriptor) => start(['ignore', descriptor, descriptor]));
}

function waitUntilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    const listen = (message: unknown) => {
      if (message !== 'ready') return;
      child.off('message', listen);
      resolve();
    };
    child.on('message', listen);
  });
}
