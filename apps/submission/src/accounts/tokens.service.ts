import { Injectable } from '@nestjs/common';
import { hashToken, mintToken } from '@shipyard/auth';
import { envelopeErrors, keepAnswer } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform';
import { isUUID } from 'class-validator';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { ApiToken } from './api-token.entity';
import type { Caller } from './caller.view';
import type { CreateTokenDto } from './accounts.dto';
import { type NewTokenView, type TokenView, toTokenView } from './token.view';

@Injectable()
export class TokensService {
  constructor(private readonly dataSource: DataSource) {}

  /** All that are not revoked, the newest first; expired ones too, so that their holder sees why they fail. */
  async list({ accountId }: Caller): Promise<TokenView[]> {
    const where = { accountId, revokedAt: IsNull() };
    const tokens = await this.dataSource.manager.find(ApiToken, { where, order: { createdAt: 'DESC', id: 'DESC' } });
    return tokens.map(toTokenView);
  }

  create({ accountId }: Caller, input: CreateTokenDto): Promise<NewTokenView> {
    return this.dataSource.transaction(async (manager) => keepAnswer(manager, await this.mint(manager, accountId, input)));
  }

  /** A new token. The secret is in the answer and nowhere else. */
  async mint(manager: EntityManager, accountId: string, { name, expires_at }: CreateTokenDto): Promise<NewTokenView> {
    const token = mintToken('pst_');
    const id = uuidv7();
    const expiresAt = expires_at ? new Date(expires_at) : null;
    await manager.insert(ApiToken, { id, accountId, name, tokenHash: hashToken(token), last4: token.slice(-4), expiresAt });
    return { ...toTokenView(await manager.findOneByOrFail(ApiToken, { id })), token };
  }

  /** At once on every replica: each request looks its token up. */
  async revoke({ accountId }: Caller, tokenId: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const { affected } = isUUID(tokenId)
        ? await manager.update(ApiToken, { id: tokenId, accountId, revokedAt: IsNull() }, { revokedAt: () => 'now()' })
        : { affected: 0 };
      if (affected === 0) throw envelopeErrors.NOT_FOUND({ message: 'You have no such token, or it is revoked already.' });
      await keepAnswer(manager, {});
    });
  }
}
