/*
 * Finds the addresses of a host. Node's `dns.lookup` has four threads, so a few hosts with a silent name server would
 * stop all others. The steps:
 *
 * 1. cache   A fresh answer is returned. A stale one is returned too, while it is renewed.
 * 2. join    A look-up of the same host that is in flight is joined. If too many are in flight, the oldest is ended.
 * 3. hosts   The hosts file comes first, as on the rest of the system.
 * 4. system  `localhost` and names without a dot are the system's own: search domains, containers.
 * 5. dns     All others are asked of DNS over c-ares, which needs no thread, within a time limit.
 *
 * Each instance has its own cache and its own bound. Hosts that people name never share one with hosts of operators.
 */
import { type LookupAddress, promises as dns, type RecordWithTtl } from 'node:dns';
import { errorCodeOf } from '@shipyard/platform/error-code';
import { readHostsFile } from './hosts-file';
import { systemLookups } from './system-lookups';

const LIMIT_MS = 5_000;
const TRY_MS = 1_500;
const TRIES = 2;
/** An IPv4 address waits this long for one of IPv6. */
const OTHER_FAMILY_MS = 50;
const SHORTEST_TTL_SECONDS = 5;
const LONGEST_TTL_SECONDS = 300;
const STALE_MS = 300_000;
const MOST_HOSTS = 1_000;
const MOST_IN_FLIGHT = 256;

const UNKNOWN_NAME = new Set(['ENOTFOUND', 'ENODATA']);

/** Has a code, as the errors of the system do. */
export class LookupTimeout extends Error {
  readonly code = 'ETIMEOUT';

  constructor(host: string) {
    super(`The name ${host} could not be looked up in time`);
  }
}

class UnknownHost extends Error {
  readonly code = 'ENOTFOUND';

  constructor(host: string) {
    super(`The name ${host} is none of DNS`);
  }
}

interface Answer {
  addresses: LookupAddress[];
  ttlSeconds: number;
}

interface CachedAnswer {
  addresses: LookupAddress[];
  freshUntil: number;
}

interface LookUp {
  addresses: Promise<LookupAddress[]>;
  ending: AbortController;
}

export interface HostAddressesOptions {
  /**
   * `own_names`: those without a dot. `unknown_names`: also a name that DNS does not know, because it may be one of the
   * system's, such as a service of a cluster.
   */
  asksSystemFor: 'nothing' | 'own_names' | 'unknown_names';
  /** The name servers. Without it, those of the system. */
  servers?: string[];
  hostsFile?: string;
  limitMs?: number;
  clock?: () => number;
}

export class HostAddresses {
  private readonly cached = new Map<string, CachedAnswer>();
  private readonly inFlight = new Map<string, LookUp>();
  private readonly clock: () => number;

  constructor(private readonly options: HostAddressesOptions) {
    this.clock = options.clock ?? (() => performance.now());
  }

  /** IPv4 first. Throws an error with the code of the system, such as ENOTFOUND or ETIMEOUT. */
  async find(hostname: string): Promise<LookupAddress[]> {
    const host = hostname.toLowerCase().replace(/\.$/, '');
    const known = this.cached.get(host);
    const now = this.clock();
    if (known && now < known.freshUntil) return known.addresses;
    const looking = this.lookUpOnce(host);
    if (!known || now >= known.freshUntil + STALE_MS) return looking;
    looking.catch(() => undefined);
    return known.addresses;
  }

  private lookUpOnce(host: string): Promise<LookupAddress[]> {
    const running = this.inFlight.get(host);
    if (running) return running.addresses;
    this.makeRoom();
    const ending = new AbortController();
    const addresses = this.lookUp(host, ending).finally(() => {
      if (this.inFlight.get(host)?.ending === ending) this.inFlight.delete(host);
    });
    this.inFlight.set(host, { addresses, ending });
    return addresses;
  }

  /** A healthy name server answers long before its look-up is the oldest of so many, so silent ones end first. */
  private makeRoom(): void {
    const [oldest] = this.inFlight;
    if (this.inFlight.size < MOST_IN_FLIGHT || !oldest) return;
    const [host, { ending }] = oldest;
    this.inFlight.delete(host);
    ending.abort();
  }

  private async lookUp(host: string, ending: AbortController): Promise<LookupAddress[]> {
    const { addresses, ttlSeconds } = await this.askWithinLimit(host, ending);
    const ttlMs = Math.min(Math.max(ttlSeconds, SHORTEST_TTL_SECONDS), LONGEST_TTL_SECONDS) * 1_000;
    // The last one that was looked up is the last to be forgotten.
    this.cached.delete(host);
    this.cached.set(host, { addresses, freshUntil: this.clock() + ttlMs });
    const [oldest] = this.cached.keys();
    if (this.cached.size > MOST_HOSTS && oldest !== undefined) this.cached.delete(oldest);
    return addresses;
  }

  private async askWithinLimit(host: string, ending: AbortController): Promise<Answer> {
    const late = new Promise<never>((_, reject) =>
      ending.signal.addEventListener('abort', () => reject(new LookupTimeout(host)), { once: true }),
    );
    const timer = setTimeout(() => ending.abort(), this.options.limitMs ?? LIMIT_MS);
    try {
      return await Promise.race([this.ask(host, ending.signal), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  private async ask(host: string, signal: AbortSignal): Promise<Answer> {
    const { hostsFile = '/etc/hosts', servers, asksSystemFor } = this.options;
    const listed = (await readHostsFile(hostsFile)).get(host);
    if (listed) return { addresses: listed, ttlSeconds: SHORTEST_TTL_SECONDS };
    const fromSystem = async () => ({
      addresses: await systemLookups.find(host, signal),
      ttlSeconds: SHORTEST_TTL_SECONDS,
    });
    if (!host.includes('.') || host.endsWith('.localhost')) {
      if (asksSystemFor === 'nothing') throw new UnknownHost(host);
      return fromSystem();
    }
    try {
      return await askDns(host, servers, signal);
    } catch (error) {
      const code = errorCodeOf(error);
      // ECONNREFUSED: the system has no name server of its own, and knows another way.
      const mayAsk = code === 'ECONNREFUSED' ? asksSystemFor !== 'nothing' : asksSystemFor === 'unknown_names';
      if (mayAsk && (code === 'ECONNREFUSED' || UNKNOWN_NAME.has(code))) return fromSystem();
      throw error;
    }
  }
}

async function askDns(host: string, servers: string[] | undefined, signal: AbortSignal): Promise<Answer> {
  // One for each look-up, so that it can be cancelled alone, and follows the system's settings.
  const resolver = new dns.Resolver({ timeout: TRY_MS, tries: TRIES });
  if (servers) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  let timer: NodeJS.Timeout | undefined;
  try {
    const later = settle(resolver.resolve6(host, { ttl: true }), 6);
    const first = await settle(resolver.resolve4(host, { ttl: true }), 4);
    const tooLate = new Promise<Settled>((resolve) => {
      if (first.records.length > 0) timer = setTimeout(() => resolve({ records: [] }), OTHER_FAMILY_MS);
    });
    const second = await Promise.race([later, tooLate]);
    const records = [...first.records, ...second.records];
    if (records.length === 0) throw failureOf(first, second);
    return {
      addresses: records.map(({ address, family }) => ({ address, family })),
      ttlSeconds: Math.min(...records.map(({ ttl }) => ttl)),
    };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
    resolver.cancel();
  }
}

interface Settled {
  records: (LookupAddress & { ttl: number })[];
  error?: unknown;
}

async function settle(answer: Promise<RecordWithTtl[]>, family: 4 | 6): Promise<Settled> {
  try {
    return { records: (await answer).map(({ address, ttl }) => ({ address, ttl, family })) };
  } catch (error) {
    return { records: [], error };
  }
}

/** A name without IPv4 may fail for another reason with IPv6, which then says more. */
function failureOf(first: Settled, second: Settled): unknown {
  const failure = errorCodeOf(first.error) === 'ENODATA' ? second.error : first.error;
  return failure ?? new Error('The name has no address');
}
