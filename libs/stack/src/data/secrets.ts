import { randomBytes, randomUUID } from 'node:crypto';
import path from 'node:path';
import { mintToken } from '@shipyard/auth';
import { readJson, textAt, writePrivateJson } from './private-file';

export interface StackSecrets {
  /** Names a cluster outside the data folder, so that new data never meets an old cluster. */
  clusterId: string;
  postgresPassword: string;
  submissionDatabasePassword: string;
  submissionOwnerPassword: string;
  gatewayDatabasePassword: string;
  gatewayOwnerPassword: string;
  redisPassword: string;
  reviewGatewayKey: string;
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

/** 192 random bits that need no escaping in a URL, a config file or a shell. */
export function newPassword(): string {
  return randomBytes(24).toString('base64url');
}

const newKeyRing = () => `demo1:${randomBytes(32).toString('base64')}`;
