import { Injectable } from '@nestjs/common';
import { hashToken, mintToken } from '@shipyard/auth';
import { isWellFormedToken } from '@shipyard/contracts';
import type { FormFields } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform/ids';
import { DataSource, type EntityManager } from 'typeorm';
import { type Scope, TokensService } from '../accounts';
import { readScopes } from './authorization-request';
import { Clients } from './clients.service';
import { optional, required } from './parameters';
import { ACCESS_TOKEN_SECONDS, REFRESH_TOKEN_DAYS, type TokenAnswer } from './protocol';
import { oauthErrors } from './protocol-errors';

interface RefreshRow {
  id: string;
  tokenId: string;
  isUsed: boolean;
}

const LIFE = { seconds: ACCESS_TOKEN_SECONDS, renewableDays: REFRESH_TOKEN_DAYS, useRenewsDays: null };

/** A refresh token works once and brings the next one. All that follow from one approval belong to one access token. */
@Injectable()
export class RefreshTokens {
  constructor(
    private readonly dataSource: DataSource,
    private readonly tokens: TokensService,
    private readonly clients: Clients,
  ) {}

  /** Gives the access token a new secret, and the client the refresh token for the next one. Throws if it has ended. */
  async issue(manager: EntityManager, tokenId: string, narrowed: Scope[] | null = null): Promise<TokenAnswer> {
    const renewed = await this.tokens.renew(manager, tokenId, { ...LIFE, narrowed });
    if (renewed === null) throw oauthErrors.invalid_grant();
    const refreshToken = mintToken('prf_');
    await manager.query(
      `INSERT INTO oauth_refresh_tokens (id, token_id, secret_hash, expires_at)
       VALUES ($1, $2, $3, now() + make_interval(days => $4))`,
      [uuidv7(), tokenId, hashToken(refreshToken), REFRESH_TOKEN_DAYS],
    );
    return {
      access_token: renewed.token,
      token_type: 'Bearer',
      expires_in: ACCESS_TOKEN_SECONDS,
      refresh_token: refreshToken,
      scope: (renewed.scopes ?? []).join(' '),
    };
  }

  /**
   * Exchanges a refresh token:
   * 1. It must be of this client.
   * 2. Use it up by one statement. The access token's row makes simultaneous exchanges wait for each other.
   * 3. If it was used before, somebody has a copy. That ends the access token and all refresh tokens after it.
   *
   * The client may ask for fewer scopes than its person allowed, and never for more (RFC 6749, section 6). A refusal of
   * scopes does not use the refresh token up, and the next exchange may ask for all of them again.
   */
  async exchange(form: FormFields): Promise<TokenAnswer> {
    const clientId = required(form, 'client_id');
    const found = await this.find(required(form, 'refresh_token'));
    if (found === null || !(await this.tokens.isOfClient(found.tokenId, clientId))) throw oauthErrors.invalid_grant();
    const asked = optional(form, 'scope');
    const narrowed = asked === undefined ? null : readScopes(asked);
    if (asked !== undefined && narrowed === null) throw oauthErrors.invalid_scope();
    const answer = found.isUsed ? null : await this.use(found, clientId, narrowed);
    if (answer !== null) return answer;
    await this.dataSource.transaction((manager) => this.tokens.revokeOfClient(manager, found.tokenId, 'replay'));
    throw oauthErrors.invalid_grant();
  }

  async find(refreshToken: string): Promise<RefreshRow | null> {
    if (!isWellFormedToken('prf_', refreshToken)) return null;
    const [found] = await this.dataSource.query<RefreshRow[]>(
      `SELECT id, token_id AS "tokenId", used_at IS NOT NULL AS "isUsed" FROM oauth_refresh_tokens WHERE secret_hash = $1`,
      [hashToken(refreshToken)],
    );
    return found ?? null;
  }

  private use({ id, tokenId }: RefreshRow, clientId: string, narrowed: Scope[] | null): Promise<TokenAnswer | null> {
    return this.dataSource.transaction(async (manager) => {
      await this.tokens.lock(manager, tokenId);
      const [, used] = await manager.query<[unknown[], number]>(
        'UPDATE oauth_refresh_tokens SET used_at = now() WHERE id = $1 AND used_at IS NULL AND expires_at > now()',
        [id],
      );
      if (used === 0) return null;
      await this.clients.recordUse(manager, clientId);
      if (narrowed !== null && !(await this.tokens.mayNarrow(manager, tokenId, narrowed)))
        throw oauthErrors.invalid_scope({ message: 'The person did not allow all of these scopes. Ask for fewer.' });
      return this.issue(manager, tokenId, narrowed);
    });
  }
}
