import { type HttpConfig, publicUrlOf } from '../config';

/** The issuer: where people reach the service, without a slash at the end. */
export const siteOf = (config: Pick<HttpConfig, 'SUBMISSION_PUBLIC_URL' | 'SUBMISSION_PORT'>) =>
  publicUrlOf(config).replace(/\/$/, '');
