export type { ErrorCode } from './error-codes';
export { type Fetch, persistentFetch, type RetryOptions } from './persistent-fetch';
export { Shipyard, type ShipyardOptions, type Upload } from './shipyard';
export { errorOf, isShipyardError, readRetryAfter, ShipyardError } from './shipyard-error';
export { type Answer, type ClientOptions, createShipyardClient, dataOf, type ShipyardClient } from './shipyard-client';
export type { components, paths } from './submission-api';
