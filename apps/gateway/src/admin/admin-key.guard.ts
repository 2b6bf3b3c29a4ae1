import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { readBearerToken, type SentToken, TokenGuard } from '@shipyard/auth';
import { tokenInvalid, tokenMissing } from '@shipyard/http';
import { DataSource, IsNull } from 'typeorm';
import { AdminKey } from './admin-key.entity';

/** Lets the operator's keys pass. Every role may read. */
@Injectable()
export class AdminKeyGuard extends TokenGuard<AdminKey> {
  protected readonly prefix = 'gwa_';

  constructor(private readonly dataSource: DataSource) {
    super();
  }

  protected read({ headers }: IncomingMessage): SentToken {
    return readBearerToken(headers);
  }

  protected missing(): Error {
    return tokenMissing();
  }

  protected invalid(): Error {
    return tokenInvalid();
  }

  protected find(secretHash: Buffer): Promise<AdminKey | null> {
    return this.dataSource.manager.findOneBy(AdminKey, { secretHash, revokedAt: IsNull() });
  }

  protected admit(): void {}
}
