/** The command line. It is part of every installation, so it needs no registration. */
export const CLI_CLIENT = { id: 'shipyard-cli', name: 'Shipyard CLI' } as const;

export const GRANT_TYPES = {
  code: 'authorization_code',
  refresh: 'refresh_token',
  device: 'urn:ietf:params:oauth:grant-type:device_code',
} as const;

export const CODE_SECONDS = 10 * 60;
export const ACCESS_TOKEN_SECONDS = 60 * 60;
export const REFRESH_TOKEN_DAYS = 60;

export const DEVICE_CODE_SECONDS = 15 * 60;
/** After the last use. */
export const DEVICE_TOKEN_DAYS = 90;
export const POLL_SECONDS = 5;

/** The body of a successful answer of the token endpoint. */
export interface TokenAnswer {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  refresh_token?: string;
  scope?: string;
}
