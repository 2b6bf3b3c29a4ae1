import dns from 'node:dns';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { NameServer } from './__fixtures__/name-server';
import { HostAddresses, type HostAddressesOptions } from './host-addresses';

const four = (address: string) => ({ address, family: 4 });

describe('the addresses of a host', () => {
  let server: NameServer;
  let now: number;

  beforeEach(async () => {
    server = await NameServer.start();
    now = 0;
    server.answers.set('quick.example', { addresses: ['192.0.2.1', '192.0.2.2'], ttl: 60 });
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    await server.stop();
  });

  const open = (more: Partial<HostAddressesOptions> = {}) =>
    new HostAddresses({ asksSystemFor: 'own_names', servers: [server.address], clock: () => now, ...more });
  const timesAsked = (host: string) => server.asked.filter((each) => each === host).length;

  it('are found while the name servers of many other hosts are silent', async () => {
    const hosts = open();
    let silentOnes = 0;
    const waiting = Array.from({ length: 50 }, (_, at) => {
      server.answers.set(`silent-${at}.example`, 'silent');
      return hosts.find(`silent-${at}.example`).catch(() => (silentOnes += 1));
    });
    const threads = jest.spyOn(dns.promises, 'lookup');
    expect(await hosts.find('quick.example')).toEqual([four('192.0.2.1'), four('192.0.2.2')]);
    expect([silentOnes, threads.mock.calls]).toEqual([0, []]);
    await Promise.all(waiting);
    expect(silentOnes).toBe(50);
  }, 15_000);

  it('are not waited for without end', async () => {
    server.answers.set('silent.example', 'silent');
    await expect(open({ limitMs: 50 }).find('silent.example')).rejects.toMatchObject({ code: 'ETIMEOUT' });
  });

  it('are found while silent hosts take all the room, because the oldest look-up ends for the newest', async () => {
    const hosts = open();
    const ended: string[] = [];
    const waiting: Promise<void>[] = [];
    const beSilent = (host: string) => {
      server.answers.set(host, 'silent');
      const failure = hosts.find(host).catch((error: unknown) => {
        expect(error).toMatchObject({ code: 'ETIMEOUT' });
        ended.push(host);
      });
      waiting.push(failure.then(() => undefined));
    };
    const quick = { addresses: ['192.0.2.1'], ttl: 60 };
    for (let at = 0; at < 300; at += 1) {
      beSilent(`silent-${at}.example`);
      if (at % 50 !== 49) continue;
      // No burst is larger than what a socket can take.
      server.answers.set(`quick-${at}.example`, quick);
      expect(await hosts.find(`quick-${at}.example`)).toHaveLength(1);
    }
    // 300 are silent, one is quick, and 256 have room.
    expect(ended).toEqual(Array.from({ length: 45 }, (_, at) => `silent-${at}.example`));
    await Promise.all(waiting);
    expect(ended).toHaveLength(300);
  }, 15_000);

  it('are looked up once for all who ask at the same time', async () => {
    const hosts = open();
    const found = await Promise.all(
      ['quick.example', 'QUICK.example', 'quick.example.'].map((host) => hosts.find(host)),
    );
    expect(found.map((addresses) => addresses.length)).toEqual([2, 2, 2]);
    expect(timesAsked('quick.example')).toBe(1);
  });

  it.each([
    ['60 s', 60, 60],
    ['no time, for which we take 5 s', 0, 5],
    ['a day, for which we take 5 minutes', 86_400, 300],
  ])('are kept for their time to live: %s', async (_, ttl, seconds) => {
    server.answers.set('quick.example', { addresses: ['192.0.2.1'], ttl });
    const hosts = open();
    await hosts.find('quick.example');
    server.answers.set('quick.example', { addresses: ['192.0.2.9'], ttl });
    now = seconds * 1_000 - 1;
    expect([await hosts.find('quick.example'), timesAsked('quick.example')]).toEqual([[four('192.0.2.1')], 1]);
    // Beyond the stale time too, so that the answer is new.
    now = (seconds + 300) * 1_000;
    expect([await hosts.find('quick.example'), timesAsked('quick.example')]).toEqual([[four('192.0.2.9')], 2]);
  });

  it.each(['silent', 'broken'] as const)('may be stale for 5 minutes when the name server is %s', async (how) => {
    const hosts = open({ limitMs: 50 });
    const first = await hosts.find('quick.example');
    server.answers.set('quick.example', how);
    now = (60 + 300) * 1_000 - 1;
    expect(await hosts.find('quick.example')).toEqual(first);
    now += 1;
    await expect(hosts.find('quick.example')).rejects.toMatchObject({
      code: expect.stringMatching(/^(ETIMEOUT|ESERVFAIL)$/) as string,
    });
  });

  it('are renewed when they are stale', async () => {
    const hosts = open();
    await hosts.find('quick.example');
    server.answers.set('quick.example', { addresses: ['192.0.2.9'], ttl: 60 });
    now = 60_000;
    expect(await hosts.find('quick.example')).toHaveLength(2);
    // The look-up in flight is joined, and its answer is fresh.
    now = 1_000_000;
    expect(await hosts.find('quick.example')).toEqual([four('192.0.2.9')]);
    expect(timesAsked('quick.example')).toBe(2);
  });

  it('are forgotten beyond a thousand hosts, the oldest first', async () => {
    const hosts = open();
    await hosts.find('quick.example');
    for (let at = 0; at < 1_000; at += 1) {
      server.answers.set(`${at}.example`, { addresses: ['192.0.2.1'], ttl: 60 });
      await hosts.find(`${at}.example`);
    }
    await hosts.find('999.example');
    expect(timesAsked('999.example')).toBe(1);
    await hosts.find('quick.example');
    expect(timesAsked('quick.example')).toBe(2);
  });

  it('come from the hosts file first', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'hosts-'));
    const hostsFile = path.join(folder, 'hosts');
    await writeFile(
      hostsFile,
      '# comment\n10.0.0.7\tquick.example  Gateway # our own\n10.0.0.8 quick.example\nno address\n',
    );
    try {
      const hosts = open({ hostsFile });
      expect(await hosts.find('quick.example')).toEqual([four('10.0.0.7'), four('10.0.0.8')]);
      expect(await hosts.find('gateway')).toEqual([four('10.0.0.7')]);
      expect(server.asked).toEqual([]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  describe('of the system', () => {
    const system = () => jest.spyOn(dns.promises, 'lookup').mockResolvedValue([four('10.0.0.9')] as never);

    it.each(['gateway', 'api.localhost'])('are asked for %s, and not of DNS', async (host) => {
      system();
      expect([await open({ hostsFile: '/nowhere' }).find(host), server.asked]).toEqual([[four('10.0.0.9')], []]);
    });

    it('are asked for a name that DNS does not know, for internal origins only', async () => {
      const lookup = system();
      await expect(open().find('gateway.cluster')).rejects.toMatchObject({ code: 'ENOTFOUND' });
      expect(lookup).not.toHaveBeenCalled();
      expect(await open({ asksSystemFor: 'unknown_names' }).find('gateway.cluster')).toEqual([four('10.0.0.9')]);
    });

    it('use two threads at most, and wait no longer than the limit', async () => {
      let endThreads: (found: []) => void = () => undefined;
      const silent = new Promise<[]>((resolve) => (endThreads = resolve));
      const lookup = jest.spyOn(dns.promises, 'lookup').mockReturnValue(silent as never);
      const hosts = open({ hostsFile: '/nowhere', limitMs: 50 });
      const found = await Promise.allSettled(['a', 'b', 'c', 'd'].map((host) => hosts.find(host)));
      expect(found.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
      expect(lookup).toHaveBeenCalledTimes(2);
      endThreads([]);
    });
  });
});
