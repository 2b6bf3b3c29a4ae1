import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { REDIS, type RunningRecord } from '../data/running-record';
import type { StackSecrets } from '../data/secrets';
import { keepPort } from '../processes/free-ports';
import { LogFile } from '../processes/log-file';
import { SupervisedProcess } from '../processes/supervised-process';

const OLDEST = { major: 6, minor: 2 };

export type RedisProgram = { command: string; missing?: undefined } | { command?: undefined; missing: string };

export function findRedisProgram(): RedisProgram {
  const tooOld: string[] = [];
  for (const command of ['redis-server', 'valkey-server']) {
    const { status, stdout } = spawnSync(command, ['--version'], { encoding: 'utf8' });
    if (status !== 0) continue;
    if (isRecentEnough(stdout)) return { command };
    tooOld.push(command);
  }
  const needed = `redis-server or valkey-server ${OLDEST.major}.${OLDEST.minor} or later`;
  return {
    missing:
      tooOld.length > 0
        ? `${tooOld.join(' and ')} on the PATH is too old, ${needed} is needed`
        : `no ${needed} on the PATH`,
  };
}

export function isRecentEnough(versionLine: string): boolean {
  const match = /\bv=(\d+)\.(\d+)/.exec(versionLine);
  if (!match) return false;
  const [major, minor] = [Number(match[1]), Number(match[2])];
  return major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor);
}

export interface EmbeddedRedisOptions {
  command: string;
  dataDir: string;
  secrets: StackSecrets;
  record: RunningRecord;
  report: (line: string) => void;
}

export async function openEmbeddedRedis(
  options: EmbeddedRedisOptions,
): Promise<{ process: SupervisedProcess; url: string }> {
  const { command, dataDir, secrets, record, report } = options;
  const folder = path.join(dataDir, 'redis');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const port = await keepPort(record, REDIS);
  const log = new LogFile(path.join(dataDir, 'logs/redis.log'));
  const settings = [
    'bind 127.0.0.1',
    `port ${port}`,
    `requirepass ${secrets.redisPassword}`,
    // BullMQ loses jobs on a server that evicts keys.
    'maxmemory-policy noeviction',
    'appendonly yes',
    'save ""',
  ];
  const supervised = new SupervisedProcess({
    name: REDIS,
    // A separate session, because Ctrl-C must not end it before the services.
    spawn: () =>
      log.spawnInto((descriptor) => {
        const child = spawn(command, ['-'], {
          cwd: folder,
          env: { PATH: process.env.PATH },
          stdio: ['pipe', descriptor, descriptor],
          detached: true,
        });
        // Every user can read a process's arguments, so settings go to stdin.
        child.stdin?.on('error', () => undefined).end(`${settings.join('\n')}\n`);
        return child;
      }),
    waitUntilReady: (_child, ended) => waitForPong(port, secrets.redisPassword, ended),
    lastWords: () => log.lastLine(/# |error|fatal/i),
    onSpawn: (pid) => record.addProcess(REDIS, pid),
    onStopped: () => record.removeProcess(REDIS),
    report,
  });
  return { process: supervised, url: `redis://:${secrets.redisPassword}@127.0.0.1:${port}` };
}

async function waitForPong(port: number, password: string, ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    if (await answersPing(port, password)) return;
    await wait(10);
  }
}

function answersPing(port: number, password: string): Promise<boolean> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(`AUTH ${password}\r\nPING\r\nQUIT\r\n`));
    socket.setTimeout(1_000, () => socket.destroy());
    socket.on('data', (chunk) => (answer += String(chunk)));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer.includes('+PONG')));
  });
}
