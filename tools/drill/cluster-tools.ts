import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** kubectl and helm in the namespace of the drill. */

export const NAMESPACE = 'shipyard-drill';
export const RELEASE = 'shipyard';
export const READY_WITHIN = '600s';

const execute = promisify(execFile);

export const say = (line: string) => void process.stdout.write(`${line}\n`);
export const seconds = (beganAt: number) => `${((Date.now() - beganAt) / 1_000).toFixed(0)} s`;

export async function tool(program: 'kubectl' | 'helm', ...args: string[]): Promise<string> {
  const { stdout } = await execute(program, ['--namespace', NAMESPACE, ...args], { maxBuffer: 1 << 26 });
  return stdout;
}

export const kubectl = (...args: string[]) => tool('kubectl', ...args);

export async function apply(object: unknown): Promise<void> {
  const applying = execute('kubectl', ['--namespace', NAMESPACE, 'apply', '--filename', '-']);
  applying.child.stdin?.end(JSON.stringify(object));
  await applying;
}

export async function untilRestarted(deployment: string): Promise<void> {
  await kubectl('rollout', 'status', `deployment/${RELEASE}-${deployment}`, `--timeout=${READY_WITHIN}`);
}
