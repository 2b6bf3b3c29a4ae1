import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Customer } from '../customers/customer.entity';
import type { Scope } from './enterprise-key.entity';

/** What a request must know of its key. */
export interface KeyHolder {
  keyId: string;
  customerId: string;
  scopes: Scope[];
  customerStatus: Customer['status'];
}

@Injectable()
export class KeysService {
  constructor(private readonly dataSource: DataSource) {}

  /** The holder of a key that is neither revoked nor expired, by the SHA-256 of its secret. */
  async findHolder(secretHash: Buffer): Promise<KeyHolder | null> {
    const [holder] = await this.dataSource.query<KeyHolder[]>(
      `SELECT key.id AS "keyId", key.customer_id AS "customerId", key.scopes, customer.status AS "customerStatus"
       FROM enterprise_keys key JOIN customers customer ON customer.id = key.customer_id
       WHERE key.secret_hash = $1 AND key.revoked_at IS NULL AND (key.expires_at IS NULL OR key.expires_at > now())`,
      [secretHash],
    );
    return holder ?? null;
  }
}
