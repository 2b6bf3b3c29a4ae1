import { Injectable } from '@nestjs/common';
import { hashToken, mintToken } from '@shipyard/auth';
import { isWellFormedToken } from '@shipyard/contracts';
import { envelopeErrors, type ResponseRecorder, tokenInvalid } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform/ids';
import { isUUID } from 'class-validator';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { AccountAuditEntry } from './account-audit-entry.entity';
import { ApiToken } from './api-token.entity';
import type { Caller } from './caller';
import type { CreateTokenDto } from './accounts.dto';
import { QuotasService } from './quotas.service';
import { RecentSignInService } from './recent-sign-in.service';
import { type Scope, scopeRefused } from './scopes';
import { type NewTokenView, type RevokedTokensView, type TokenView, toTokenView } from './token.view';

export const LISTED_DAYS = 30;
/** More than anybody reads. Live tokens come first, and their quota is far smaller. */
const LISTED_AT_MOST = 1_000;

/** A token that can be renewed lives longer than its secret. */
const ENDS_AT = 'greatest(token.expires_at, token.renewable_until)';
const IS_LIVE = `token.revoked_at IS NULL AND (${ENDS_AT} IS NULL OR ${ENDS_AT} > now())`;

type TokenFields = Pick<CreateTokenDto, 'name' | 'expires_at' | 'scopes'> & {
  id?: string;
  parent?: ApiToken;
  hasSecondFactor?: boolean;
  clientId?: string;
};

/** What a person allows a client. */
export interface ClientGrant {
  name: string;
  clientId: string;
  /** Null allows everything. */
  scopes: Scope[] | null;
  /** Until when the client must fetch the token. */
  expiresAt: Date;
}

export interface TokenLife {
  seconds: number;
  /** Null: a refresh token does not prolong it. */
  renewableDays: number | null;
  /** Fewer scopes than the holder allowed, for this secret. If absent or null: all of them. */
  narrowed?: Scope[] | null;
  /** Null: use does not prolong it. */
  useRenewsDays: number | null;
}

export interface RenewedToken {
  accountId: string;
  token: string;
  scopes: Scope[] | null;
}

@Injectable()
export class TokensService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly quotas: QuotasService,
    private readonly recentSignIn: RecentSignInService,
  ) {}

  /** Ended tokens of the last 30 days follow, so that the holder sees why they fail. Newest first. */
  async list({ accountId }: Caller): Promise<TokenView[]> {
    const tokens = await this.dataSource.manager
      .createQueryBuilder(ApiToken, 'token')
      .addSelect(`(${IS_LIVE})`, 'is_live')
      .where('token.accountId = :accountId', { accountId })
      .andWhere(`coalesce(least(token.revoked_at, ${ENDS_AT}), 'infinity') > now() - make_interval(days => :days)`, {
        days: LISTED_DAYS,
      })
      .orderBy('is_live', 'DESC')
      .addOrderBy('token.createdAt', 'DESC')
      .addOrderBy('token.id', 'DESC')
      .limit(LISTED_AT_MOST)
      .getMany();
    return tokens.map(toTokenView);
  }

  /**
   * Creates a token:
   * 1. Check the password, if one is sent.
   * 2. In one transaction, lock the account, so that concurrent revocations, password changes and new tokens are seen.
   * 3. Require a recent session or the password. A calling token must still be live and becomes the parent.
   * 4. Write the token and check the quota. A form of a page names the id, so that it makes one token however often it
   *    is sent.
   */
  async create(
    caller: Caller,
    recorder: ResponseRecorder,
    { current_password: password, ...input }: CreateTokenDto & { id?: string },
  ): Promise<NewTokenView> {
    const { accountId, sessionId } = caller;
    const checkedHash = password === undefined ? null : await this.recentSignIn.checkPassword(caller, password);
    return this.dataSource.transaction(async (manager) => {
      await lockAccount(manager, accountId);
      if (sessionId !== null) await this.recentSignIn.assertRecent(manager, sessionId, checkedHash);
      const parent = sessionId === null ? await liveToken(manager, caller.credentialId) : undefined;
      const created = await this.mint(manager, accountId, {
        ...input,
        parent,
        hasSecondFactor: caller.hasFreshSecondFactor,
      });
      await this.quotas.assertWithin(manager, accountId, 'tokens', () => countLive(manager, accountId));
      return recorder.record(manager, created);
    });
  }

  /** Ends with its parent at the latest. The secret is returned only here. */
  async mint(
    manager: EntityManager,
    accountId: string,
    { id = uuidv7(), name, expires_at: wanted, parent, hasSecondFactor = false, clientId, scopes }: TokenFields,
  ): Promise<NewTokenView> {
    const token = mintToken('pst_');
    const ends = [wanted ? new Date(wanted) : null, parent?.expiresAt ?? null].filter((end) => end !== null);
    const expiresAt = ends.length > 0 ? new Date(Math.min(...ends.map((end) => end.getTime()))) : null;
    const secondFactorAt = hasSecondFactor ? () => 'now()' : null;
    const row = {
      id,
      accountId,
      parentTokenId: parent?.id ?? null,
      name,
      tokenHash: hashToken(token),
      last4: token.slice(-4),
      expiresAt,
      secondFactorAt,
      clientId: clientId ?? null,
      scopes: scopes ?? null,
    };
    await manager.insert(ApiToken, row);
    const details = {
      token_id: id,
      ...(parent && { parent_token_id: parent.id }),
      ...(clientId !== undefined && { client_id: clientId }),
    };
    await manager.insert(AccountAuditEntry, { accountId, actorId: accountId, action: 'create_token', details });
    return { ...toTokenView(await manager.findOneByOrFail(ApiToken, { id })), token };
  }

  /**
   * Creates the token of a client with a secret that nobody knows, until `renew` gives it another one. So it is listed,
   * counted and revoked like each token from the moment on in which its holder allows it. Needs what `create` needs.
   */
  async allowClient(
    manager: EntityManager,
    caller: Caller,
    { grant, checkedHash }: { grant: ClientGrant; checkedHash: string | null },
  ): Promise<string> {
    const { accountId, sessionId } = caller;
    if (sessionId === null) throw scopeRefused([]);
    await lockAccount(manager, accountId);
    await this.recentSignIn.assertRecent(manager, sessionId, checkedHash);
    const { id } = await this.mint(manager, accountId, {
      name: grant.name,
      clientId: grant.clientId,
      scopes: grant.scopes,
      expires_at: grant.expiresAt.toISOString(),
    });
    await this.quotas.assertWithin(manager, accountId, 'tokens', () => countLive(manager, accountId));
    return id;
  }

  /** Replaces the secret of a token. The one before stops working. Null if the token has ended. */
  async renew(
    manager: EntityManager,
    tokenId: string,
    { seconds, renewableDays, useRenewsDays, narrowed = null }: TokenLife,
  ): Promise<RenewedToken | null> {
    const token = mintToken('pst_');
    const [[renewed]] = await manager.query<[Omit<RenewedToken, 'token'>[], number]>(
      `UPDATE api_tokens token SET token_hash = $2, last4 = $3, expires_at = now() + make_interval(secs => $4),
         renewable_until = now() + make_interval(days => $5), narrowed_scopes = $6::text[],
         use_renews_days = $7
       FROM accounts account
       WHERE token.id = $1 AND ${IS_LIVE} AND account.id = token.account_id AND account.suspended_at IS NULL
       RETURNING token.account_id AS "accountId", coalesce(token.narrowed_scopes, token.scopes) AS scopes`,
      [tokenId, hashToken(token), token.slice(-4), seconds, renewableDays, narrowed, useRenewsDays],
    );
    return renewed ? { ...renewed, token } : null;
  }

  /** Whether the holder allowed all of these scopes. */
  async mayNarrow(manager: EntityManager, tokenId: string, scopes: readonly Scope[]): Promise<boolean> {
    const [token] = await manager.query<{ allowed: boolean }[]>(
      'SELECT coalesce($2::text[] <@ scopes, false) AS allowed FROM api_tokens WHERE id = $1',
      [tokenId, scopes],
    );
    return token?.allowed ?? false;
  }

  /** Revokes the token of a client. The client or the service asks for it, in the name of the holder. */
  async revokeOfClient(manager: EntityManager, tokenId: string, reason: 'client' | 'replay'): Promise<void> {
    const [owner] = await manager.query<{ accountId: string }[]>(
      'SELECT account_id AS "accountId" FROM api_tokens WHERE id = $1',
      [tokenId],
    );
    if (!owner) return;
    const { accountId } = owner;
    await lockAccount(manager, accountId);
    const revoked = await revokeTokens(manager, { accountId, tokenId });
    if (revoked === 0) return;
    const details = { token_id: tokenId, revoked, by: reason };
    await manager.insert(AccountAuditEntry, { accountId, actorId: accountId, action: 'revoke_token', details });
  }

  /** How many accounts each client may act for now. */
  async countAccountsOf(clientIds: string[]): Promise<Map<string, number>> {
    const counted = await this.dataSource.query<{ clientId: string; accounts: number }[]>(
      `SELECT client_id AS "clientId", count(DISTINCT account_id)::integer AS accounts FROM api_tokens token
       WHERE client_id = ANY ($1::text[]) AND ${IS_LIVE} GROUP BY client_id`,
      [clientIds],
    );
    return new Map(counted.map(({ clientId, accounts }) => [clientId, accounts]));
  }

  /** Ends the access of a client to every account, whose audit says that staff did it. Returns to how many accounts. */
  async revokeEverywhere({ accountId: actorId }: Caller, clientId: string): Promise<number> {
    const [{ accounts = 0 } = {}] = await this.dataSource.query<{ accounts: number }[]>(
      `WITH RECURSIVE chosen AS (
         SELECT id FROM api_tokens WHERE client_id = $2 AND revoked_at IS NULL
         UNION SELECT child.id FROM api_tokens child JOIN chosen ON child.parent_token_id = chosen.id WHERE child.revoked_at IS NULL),
       held AS (SELECT id FROM api_tokens WHERE id IN (SELECT id FROM chosen) ORDER BY id FOR NO KEY UPDATE),
       revoked AS (UPDATE api_tokens token SET revoked_at = now() FROM held WHERE token.id = held.id RETURNING token.id, token.account_id),
       audited AS (INSERT INTO account_audit_entries (account_id, actor_id, action, details)
         SELECT account_id, $1, 'revoke_token', jsonb_build_object('revoked', count(*), 'client_id', $2::text, 'by', 'staff') FROM revoked GROUP BY account_id
         RETURNING account_id)
       SELECT count(*)::integer AS accounts FROM audited`,
      [actorId, clientId],
    );
    return accounts;
  }

  /** Makes other exchanges for the same token wait. */
  async lock(manager: EntityManager, tokenId: string): Promise<void> {
    await manager.query('SELECT FROM api_tokens WHERE id = $1 FOR NO KEY UPDATE', [tokenId]);
  }

  /** A token that its holder made is of no client: null. */
  async isOfClient(tokenId: string, clientId: string | null): Promise<boolean> {
    return this.dataSource.manager.existsBy(ApiToken, { id: tokenId, clientId: clientId ?? IsNull() });
  }

  /** The token that a client holds. Null if it has ended. */
  async findOfClient(secret: string): Promise<{ tokenId: string } | null> {
    if (!isWellFormedToken('pst_', secret)) return null;
    const [found] = await this.dataSource.query<{ tokenId: string }[]>(
      `SELECT token.id AS "tokenId" FROM api_tokens token WHERE token.token_hash = $1 AND ${IS_LIVE}`,
      [hashToken(secret)],
    );
    return found ?? null;
  }

  /** Also revokes tokens created from it. Acts at once, because each request looks its token up. */
  async revoke({ accountId }: Caller, recorder: ResponseRecorder, tokenId: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await lockAccount(manager, accountId);
      const revoked = isUUID(tokenId) ? await revokeTokens(manager, { accountId, tokenId }) : 0;
      if (revoked === 0)
        throw envelopeErrors.NOT_FOUND({
          message: 'You have no token with this id, or it was revoked. List your tokens to see which are live.',
        });
      await manager.insert(AccountAuditEntry, {
        accountId,
        actorId: accountId,
        action: 'revoke_token',
        details: { token_id: tokenId, revoked },
      });
      await recorder.record(manager, {});
    });
  }

  async revokeAll({ accountId }: Caller, recorder: ResponseRecorder): Promise<RevokedTokensView> {
    return this.dataSource.transaction(async (manager) =>
      recorder.record(manager, { revoked: await this.revokeMany(manager, accountId, 'all') }),
    );
  }

  /** What a new password ends. */
  async revokeWithPassword(
    manager: EntityManager,
    accountId: string,
    revokesTokens: boolean | undefined,
  ): Promise<void> {
    if (revokesTokens === false) return;
    await this.revokeMany(manager, accountId, revokesTokens === true ? 'all' : 'clients');
  }

  private async revokeMany(manager: EntityManager, accountId: string, which: 'all' | 'clients'): Promise<number> {
    await lockAccount(manager, accountId);
    const revoked = await revokeTokens(manager, { accountId, ofClients: which === 'clients' });
    if (which === 'clients' && revoked === 0) return revoked;
    await manager.insert(AccountAuditEntry, {
      accountId,
      actorId: accountId,
      action: 'revoke_all_tokens',
      details: { revoked, ...(which === 'clients' && { of: which }) },
    });
    return revoked;
  }
}

/** Serializes creation and revocation, so that no token is created from one that is being revoked. */
const lockAccount = (manager: EntityManager, accountId: string) =>
  manager.query('SELECT FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [accountId]);

async function liveToken(manager: EntityManager, tokenId: string): Promise<ApiToken> {
  const token = await manager
    .createQueryBuilder(ApiToken, 'token')
    .where('token.id = :tokenId', { tokenId })
    .andWhere(IS_LIVE)
    .getOne();
  if (!token) throw tokenInvalid();
  return token;
}

async function countLive(manager: EntityManager, accountId: string): Promise<number> {
  const [counted] = await manager.query<{ live: number }[]>(
    `SELECT count(*)::integer AS live FROM api_tokens token WHERE account_id = $1 AND ${IS_LIVE}`,
    [accountId],
  );
  return counted?.live ?? 0;
}

interface Revocation {
  accountId: string;
  /** Absent: all live tokens. */
  tokenId?: string;
  ofClients?: boolean;
}

/** Also those that were made with them. Locks the tokens in the order of their ids, like the writer of token uses. */
async function revokeTokens(
  manager: EntityManager,
  { accountId, tokenId, ofClients = false }: Revocation,
): Promise<number> {
  const [, revoked] = await manager.query<[unknown[], number]>(
    `WITH RECURSIVE chosen AS (
         SELECT token.id FROM api_tokens token WHERE account_id = $1 AND revoked_at IS NULL
           AND (token.id = $2 OR ($2 IS NULL AND ${IS_LIVE})) AND (client_id IS NOT NULL OR NOT $3)
         UNION SELECT child.id FROM api_tokens child JOIN chosen ON child.parent_token_id = chosen.id WHERE child.revoked_at IS NULL),
       held AS (SELECT id FROM api_tokens WHERE id IN (SELECT id FROM chosen) ORDER BY id FOR NO KEY UPDATE)
     UPDATE api_tokens token SET revoked_at = now() FROM held WHERE token.id = held.id`,
    [accountId, tokenId ?? null, ofClients],
  );
  return revoked;
}
