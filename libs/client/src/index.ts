export { errorOf, readRetryAfter, ShipyardError } from './shipyard-error';
export { type Answer, type ClientOptions, createShipyardClient, dataOf, type ShipyardClient } from './shipyard-client';
export type { components, paths } from './submission-api';
