import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { HostAddresses } from './host-addresses';
import { isGloballyRoutable } from './routable-address';

/** Its message is for the log and operators. */
export class AddressRefused extends Error {
  constructor(host: string) {
    super(`${host} has no globally routable address, and is not the origin of a supplier that is marked internal`);
  }
}

export interface ConnectorOptions {
  /** Customers and participants are people. Operators choose suppliers, who choose the hosts of their images. */
  hostsNamedBy: 'people' | 'operators';
  /** This origin may have any address; null for none. */
  internalOrigin: string | null;
  timeoutMs: number;
}

/** Connects to the very address that it checked, so DNS cannot change in between. */
export function guardedConnector({
  hostsNamedBy,
  internalOrigin,
  timeoutMs,
}: ConnectorOptions): buildConnector.connector {
  const connectAnywhere = buildConnector({ timeout: timeoutMs, lookup: lookUpInternal });
  const connectGuarded = buildConnector({ timeout: timeoutMs, lookup: lookUpRoutable[hostsNamedBy] });
  return (target, callback) => {
    if (`${target.protocol}//${target.host}` === internalOrigin) connectAnywhere(target, callback);
    // An IP address is used without a DNS lookup.
    else if (isIP(target.hostname) !== 0 && !isGloballyRoutable(target.hostname))
      callback(new AddressRefused(target.hostname), null);
    else connectGuarded(target, callback);
  };
}

const lookUpInternal = lookupOver(new HostAddresses({ asksSystemFor: 'unknown_names' }), (addresses) => addresses);

/** People can name as many silent hosts as they like, so theirs share nothing with others. */
const lookUpRoutable = {
  people: lookupOver(new HostAddresses({ asksSystemFor: 'nothing' }), routableOf),
  operators: lookupOver(new HostAddresses({ asksSystemFor: 'own_names' }), routableOf),
};

function routableOf(addresses: LookupAddress[], hostname: string): LookupAddress[] {
  const routable = addresses.filter(({ address }) => isGloballyRoutable(address));
  if (routable.length === 0) throw new AddressRefused(hostname);
  return routable;
}

function lookupOver(
  hosts: HostAddresses,
  choose: (found: LookupAddress[], hostname: string) => LookupAddress[],
): LookupFunction {
  return (hostname, { all }, callback) => {
    hosts
      .find(hostname)
      .then((found) => choose(found, hostname))
      .then(
        (chosen) => {
          if (all) callback(null, chosen);
          else callback(null, chosen[0]?.address ?? '', chosen[0]?.family);
        },
        (error: NodeJS.ErrnoException) => callback(error, []),
      );
  };
}
