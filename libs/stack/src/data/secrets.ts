import { randomBytes, randomUUID } from 'node:crypto';
import path from 'node:path';
import { mintToken } from '@shipyard/auth';
import { readJson, textAt, writePrivateJson } from './private-file';

/** `DATA_DIR/secrets.json`: created once for the data, then kept. */
export interface StackSecrets {
  /**
   * Names the embedded cluster if it must live outside the data folder, so that new data never meets an old cluster.
   */
  clusterId: string;
  postgresPassword: string;
  submissionDatabasePassword: string;
  /** The password of the role that owns the schema, for `prepare` only. The same applies to the gateway's. */
  submissionOwnerPassword: string;
  gatewayDatabasePassword: string;
  gatewayOwnerPassword: string;
  redisPassword: string;
  /** `gwk_…`: the key with which the demo's review worker calls the gateway. */
  reviewGatewayKey: string;
  /** Key rings of the demo, as `id:base64` of 32 bytes. */
  shipmentMasterKeys: string;
  gatewayMasterKeys: string;
  urlSigningKeys: string;
  sessionKeys: string;
}

export function loadSecrets(dataDir: string): StackSecrets {
  const file = path.join(dataDir, 'secrets.json');
  const stored = readJson(file);
  const kept = (name: keyof StackSecrets, make: () => string) => textAt(stored, name) ?? make();
  const secrets: StackSecrets = {
    clusterId: kept('clusterId', randomUUID),
    postgresPassword: kept('postgresPassword', newPassword),
    submissionDatabasePassword: kept('submissionDatabasePassword', newPassword),
    submissionOwnerPassword: kept('submissionOwnerPassword', newPassword),
    gatewayDatabasePassword: kept('gatewayDatabasePassword', newPassword),
    gatewayOwnerPassword: kept('gatewayOwnerPassword', newPassword),
    redisPassword: kept('redisPassword', newPassword),
    reviewGatewayKey: kept('reviewGatewayKey', () => mintToken('gwk_')),
    shipmentMasterKeys: kept('shipmentMasterKeys', newKeyRing),
    gatewayMasterKeys: kept('gatewayMasterKeys', newKeyRing),
    urlSigningKeys: kept('urlSigningKeys', newKeyRing),
    sessionKeys: kept('sessionKeys', newKeyRing),
  };
  if (JSON.stringify(secrets) !== JSON.stringify(stored)) writePrivateJson(file, secrets);
  return secrets;
}

/** Returns 192 random bits in characters that need no escaping in a URL, a config file or a shell. */
export function newPassword(): string {
  return randomBytes(24).toString('base64url');
}

const newKeyRing = () => `demo1:${randomBytes(32).toString('base64')}`;
