import dns from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { isGloballyRoutable } from './routable-address';

/** Its message is for the log and operators. */
export class AddressRefused extends Error {
  constructor(host: string) {
    super(`${host} has no globally routable address, and is not the origin of a supplier that is marked internal`);
  }
}

export interface ConnectorOptions {
  /** This origin may have any address; null for none. */
  internalOrigin: string | null;
  timeoutMs: number;
}

/** Connects to the very address that it checked, so DNS cannot change in between. */
export function guardedConnector({ internalOrigin, timeoutMs }: ConnectorOptions): buildConnector.connector {
  const connectAnywhere = buildConnector({ timeout: timeoutMs });
  const connectGuarded = buildConnector({ timeout: timeoutMs, lookup: lookUpRoutable });
  return (target, callback) => {
    if (`${target.protocol}//${target.host}` === internalOrigin) connectAnywhere(target, callback);
    // An IP address is used without a DNS lookup.
    else if (isIP(target.hostname) !== 0 && !isGloballyRoutable(target.hostname))
      callback(new AddressRefused(target.hostname), null);
    else connectGuarded(target, callback);
  };
}

const lookUpRoutable: LookupFunction = (hostname, options, callback) => {
  dns.lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) {
      callback(error, []);
      return;
    }
    const routable = found.filter(({ address }) => isGloballyRoutable(address));
    const [first] = routable;
    if (!first) callback(new AddressRefused(hostname), []);
    else if (options.all) callback(null, routable);
    else callback(null, first.address, first.family);
  });
};
