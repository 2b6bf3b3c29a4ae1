import dns from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { isGloballyRoutable } from './routable-address';

/** A connection that was not opened. Its message is for the log and for operators. */
export class AddressRefused extends Error {
  constructor(host: string) {
    super(`${host} has no globally routable address, and is not the origin of a supplier that is marked internal`);
  }
}

export interface ConnectorOptions {
  /** Scheme, host and port that may be anywhere; null: none. */
  internalOrigin: string | null;
  timeoutMs: number;
}

/**
 * Opens the connections of a client, and none to what is not globally routable. The addresses that are connected to are the very ones that
 * were judged, so DNS cannot change its mind in between. An open connection is not judged again: its peer stays who it is.
 */
export function guardedConnector({ internalOrigin, timeoutMs }: ConnectorOptions): buildConnector.connector {
  const connectAnywhere = buildConnector({ timeout: timeoutMs });
  const connectGuarded = buildConnector({ timeout: timeoutMs, lookup: lookUpRoutable });
  return (target, callback) => {
    if (`${target.protocol}//${target.host}` === internalOrigin) connectAnywhere(target, callback);
    // An address is connected to without a look-up.
    else if (isIP(target.hostname) !== 0 && !isGloballyRoutable(target.hostname)) callback(new AddressRefused(target.hostname), null);
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
