/*
 * Finds the holder of a key without a query per request:
 *
 * 1. A version in the database increases with every change of a key or of its customer's status. It is read every 500
 *    ms while there are requests, and is never more than 900 ms old. So a change acts within a second on every replica.
 * 2. A holder is cached with the version that the same statement read, and is valid while that is the current version.
 * 3. The times at which a secret ends are cached too, and checked on every request.
 * 4. Only existing keys are cached. An unknown key costs a query and no memory.
 */
import { Injectable } from '@nestjs/common';
import { hashToken } from '@shipyard/auth';
import { isWellFormedToken } from '@shipyard/contracts';
import { poolOf } from '@shipyard/platform/database';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import type { BudgetPeriod, Customer } from '../customers';
import type { KeyTerms } from '../limits';
import { PreparedStatements } from '../database/prepared-statements';
import { Snapshot } from '../database/snapshot';
import { AddressRanges } from './client-address';
import type { Scope } from './scope';

export interface KeyHolder {
  keyId: string;
  customerId: string;
  customerStatus: Customer['status'];
  /** From then on the customer counts as suspended. */
  overdueAt: Date | null;
  /** For all keys of the customer together. */
  customerLimits: KeyTerms;
  customerModels: string[] | null;
  scopes: Scope[];
  models: string[] | null;
  fallback: string[] | null;
  allowedAddresses: AddressRanges | null;
  budget: { amountNano: bigint; period: BudgetPeriod; timeZone: string } | null;
  /** Requests and tokens per 60 s, and concurrent calls; null for no limit. */
  rpm: number | null;
  tpm: number | null;
  maxConcurrency: number | null;
  /** How many clients a minute may leave before the first content. */
  maxAbandoned: number;
}

interface KnownKey {
  version: number;
  holder: KeyHolder;
  /** When this secret ends, in milliseconds since 1970. */
  validUntil: number;
}

const MOST_KNOWN = 50_000;

@Injectable()
export class KeysService {
  private readonly version = new Snapshot(() => this.readVersion());
  private readonly known = new LRUCache<string, KnownKey>({ max: MOST_KNOWN });

  private readonly statements: PreparedStatements;

  constructor(dataSource: DataSource) {
    this.statements = new PreparedStatements(() => poolOf(dataSource));
  }

  /** Accepts the secret, or the previous one in its grace period. Returns a promise only if it must read. */
  findHolder(secret: string): KeyHolder | null | Promise<KeyHolder | null> {
    const secretHash = hashToken(secret);
    const name = secretHash.toString('base64');
    const kept = this.known.get(name);
    // A malformed key is refused without a query.
    if (!kept && !isWellFormedToken('gwk_', secret)) return null;
    const version = this.version.get();
    if (version instanceof Promise || !kept || kept.version < version)
      return this.readHolder(secretHash, name, version);
    return holderNow(kept);
  }

  private async readHolder(
    secretHash: Buffer,
    name: string,
    reading: number | Promise<number>,
  ): Promise<KeyHolder | null> {
    const version = await reading;
    const kept = this.known.peek(name);
    const key = kept && kept.version >= version ? kept : await this.load(secretHash, name);
    return key && holderNow(key);
  }

  private async load(secretHash: Buffer, name: string): Promise<KnownKey | null> {
    const [row] = await this.statements.query<KeyRow>(FIND, [secretHash]);
    if (!row) {
      this.known.delete(name);
      return null;
    }
    const key = toKnownKey(row);
    if (key.version < (this.known.peek(name)?.version ?? 0)) return key;
    this.known.set(name, key);
    return key;
  }

  private async readVersion(): Promise<number> {
    const [row] = await this.statements.query<{ version: string }>('SELECT version FROM key_changes', []);
    return Number(row?.version);
  }
}

const holderNow = ({ validUntil, holder }: KnownKey) => (validUntil > Date.now() ? holder : null);

interface KeyRow extends Omit<KeyHolder, 'allowedAddresses' | 'budget' | 'customerLimits'> {
  version: string;
  validUntil: Date | null;
  timeZone: string;
  allowedRanges: string[] | null;
  budgetNano: string | null;
  budgetPeriod: BudgetPeriod | null;
  customerRpm: number | null;
  customerTpm: number | null;
  customerConcurrency: number | null;
}

function toKnownKey({
  version,
  validUntil,
  timeZone,
  allowedRanges,
  budgetNano,
  budgetPeriod,
  customerRpm,
  customerTpm,
  customerConcurrency,
  ...terms
}: KeyRow): KnownKey {
  return {
    version: Number(version),
    validUntil: validUntil?.getTime() ?? Infinity,
    holder: {
      ...terms,
      customerLimits: { rpm: customerRpm, tpm: customerTpm, maxConcurrency: customerConcurrency },
      allowedAddresses: allowedRanges && new AddressRanges(allowedRanges),
      budget:
        budgetNano !== null && budgetPeriod !== null
          ? { amountNano: BigInt(budgetNano), period: budgetPeriod, timeZone }
          : null,
    },
  };
}

const FIND = `
  SELECT key.id AS "keyId", key.customer_id AS "customerId", customer.status AS "customerStatus", customer.time_zone AS "timeZone",
    customer.overdue_at AS "overdueAt", customer.limit_models AS "customerModels", customer.limit_rpm AS "customerRpm", customer.limit_tpm AS "customerTpm",
    customer.limit_max_concurrency AS "customerConcurrency",
    key.scopes, key.models, key.fallback, key.rpm, key.tpm, key.max_concurrency AS "maxConcurrency", key.max_abandoned AS "maxAbandoned",
    (SELECT array_agg(text(range::cidr)) FROM unnest(key.allowed_ips) AS range) AS "allowedRanges",
    key.budget_nano AS "budgetNano", key.budget_period AS "budgetPeriod",
    LEAST(key.expires_at, CASE WHEN key.secret_hash = $1 THEN NULL ELSE key.previous_valid_until END) AS "validUntil",
    (SELECT version FROM key_changes) AS version
  FROM enterprise_keys key JOIN customers customer ON customer.id = key.customer_id
  WHERE (key.secret_hash = $1 OR key.previous_secret_hash = $1) AND key.revoked_at IS NULL`;
