import path from 'node:path';
import { mintToken } from '@shipyard/auth';
import { readJson, textAt, writePrivateJson } from './private-file';
import { newPassword } from './secrets';

export interface Participant {
  handle: string;
  email: string;
  password: string;
  token: string;
}

export interface Login {
  email: string;
  password: string;
}

/** `DATA_DIR/credentials.json`. Its key names are a public interface. */
export interface Credentials {
  submission_url: string;
  gateway_url: string;
  participant: Participant;
  other_participant: Participant;
  minor_participant: Participant;
  staff: { admin: string; reviewer: string; fulfilment: string };
  staff_logins: { admin: Login; reviewer: Login; fulfilment: Login };
  program_id: string;
  gateway_admin_key: string;
  gateway_console: Login;
  enterprise_key: string;
  enterprise_key_text_only: string;
}

/** Keeps stored values and creates missing ones. The services' prepare commands create the rows. */
export function loadCredentials(
  dataDir: string,
  addresses: { submissionUrl: string; gatewayUrl: string },
): Credentials {
  const file = path.join(dataDir, 'credentials.json');
  const stored = readJson(file);
  const credentials = keepCredentials(stored, addresses);
  if (JSON.stringify(credentials) !== JSON.stringify(stored)) writePrivateJson(file, credentials);
  return credentials;
}

export function keepCredentials(
  stored: unknown,
  addresses: { submissionUrl: string; gatewayUrl: string },
): Credentials {
  const participant = (name: string, handle: string): Participant => ({
    handle: textAt(stored, name, 'handle') ?? handle,
    email: textAt(stored, name, 'email') ?? `${handle}@example.com`,
    password: textAt(stored, name, 'password') ?? newPassword(),
    token: textAt(stored, name, 'token') ?? mintToken('pst_'),
  });
  const login = (...place: string[]): Login => ({
    email: textAt(stored, ...place, 'email') ?? `${place.at(-1)?.replace('_', '-')}@example.com`,
    password: textAt(stored, ...place, 'password') ?? newPassword(),
  });
  return {
    submission_url: `${addresses.submissionUrl}/api/v1`,
    gateway_url: addresses.gatewayUrl,
    participant: participant('participant', 'ada-weber'),
    other_participant: participant('other_participant', 'bo-lindgren'),
    minor_participant: participant('minor_participant', 'mina-costa'),
    staff: {
      admin: textAt(stored, 'staff', 'admin') ?? mintToken('pst_'),
      reviewer: textAt(stored, 'staff', 'reviewer') ?? mintToken('pst_'),
      fulfilment: textAt(stored, 'staff', 'fulfilment') ?? mintToken('pst_'),
    },
    staff_logins: {
      admin: login('staff_logins', 'admin'),
      reviewer: login('staff_logins', 'reviewer'),
      fulfilment: login('staff_logins', 'fulfilment'),
    },
    program_id: 'demo-build',
    gateway_admin_key: textAt(stored, 'gateway_admin_key') ?? mintToken('gwa_'),
    gateway_console: login('gateway_console'),
    enterprise_key: textAt(stored, 'enterprise_key') ?? mintToken('gwk_'),
    enterprise_key_text_only: textAt(stored, 'enterprise_key_text_only') ?? mintToken('gwk_'),
  };
}
