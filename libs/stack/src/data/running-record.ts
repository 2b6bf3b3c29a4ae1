import path from 'node:path';
import { readJson, textAt, writePrivateJson } from './private-file';
import { isRunning, markProcess, type ProcessMark, toProcessMark } from './process-mark';

export const POSTGRES = 'Postgres';
export const REDIS = 'Redis';

export interface ServerAddresses {
  submissionDatabaseUrl: string;
  gatewayDatabaseUrl: string;
  submissionOwnerUrl: string | null;
  gatewayOwnerUrl: string | null;
  redisUrl: string | null;
}

/**
 * `DATA_DIR/running.json`: ports that survive restarts, running processes (to find orphans), and URLs for `nx serve`.
 * Only the holder of the data lock writes it.
 */
export class RunningRecord {
  private readonly ports = new Map<string, number>();
  private readonly processes = new Map<string, ProcessMark>();
  private servers: { owner: ProcessMark; addresses: ServerAddresses } | null = null;
  private readonly file: string;

  constructor(dataDir: string) {
    this.file = path.join(dataDir, 'running.json');
    const stored = readJson(this.file);
    for (const [name, port] of entriesAt(stored, 'ports')) if (typeof port === 'number') this.ports.set(name, port);
    for (const [name, value] of entriesAt(stored, 'processes')) {
      const mark = toProcessMark(value);
      if (mark !== null) this.processes.set(name, mark);
    }
    this.servers = toServers(new Map(entriesAt(stored, 'servers')));
  }

  port(server: string): number | undefined {
    return this.ports.get(server);
  }

  keepPort(server: string, port: number): void {
    this.ports.set(server, port);
    this.save();
  }

  process(name: string): ProcessMark | undefined {
    return this.processes.get(name);
  }

  listRunning(): [name: string, mark: ProcessMark][] {
    return [...this.processes].filter(([, mark]) => isRunning(mark));
  }

  addProcess(name: string, pid: number): void {
    const mark = markProcess(pid);
    if (mark === null) return;
    this.processes.set(name, mark);
    this.save();
  }

  removeProcess(name: string): void {
    this.processes.delete(name);
    this.save();
  }

  announce(addresses: ServerAddresses | null): void {
    const owner = markProcess(process.pid);
    this.servers = addresses === null || owner === null ? null : { owner, addresses };
    this.save();
  }

  announced(): ServerAddresses | null {
    return this.servers !== null && isRunning(this.servers.owner) ? this.servers.addresses : null;
  }

  private save(): void {
    writePrivateJson(this.file, {
      ports: Object.fromEntries(this.ports),
      processes: Object.fromEntries(this.processes),
      servers: this.servers,
    });
  }
}

function toServers(stored: Map<string, unknown>): { owner: ProcessMark; addresses: ServerAddresses } | null {
  const owner = toProcessMark(stored.get('owner'));
  const addresses = stored.get('addresses');
  const submissionDatabaseUrl = textAt(addresses, 'submissionDatabaseUrl');
  const gatewayDatabaseUrl = textAt(addresses, 'gatewayDatabaseUrl');
  if (owner === null || submissionDatabaseUrl === undefined || gatewayDatabaseUrl === undefined) return null;
  const [submissionOwnerUrl, gatewayOwnerUrl, redisUrl] = ['submissionOwnerUrl', 'gatewayOwnerUrl', 'redisUrl'].map(
    (name) => textAt(addresses, name) ?? null,
  );
  return {
    owner,
    addresses: {
      submissionDatabaseUrl,
      gatewayDatabaseUrl,
      submissionOwnerUrl: submissionOwnerUrl ?? null,
      gatewayOwnerUrl: gatewayOwnerUrl ?? null,
      redisUrl: redisUrl ?? null,
    },
  };
}

function entriesAt(value: unknown, key: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [];
  const inner: unknown = Object.entries(value).find(([name]) => name === key)?.[1];
  return typeof inner === 'object' && inner !== null ? Object.entries(inner) : [];
}
