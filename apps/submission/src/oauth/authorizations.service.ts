import { Injectable } from '@nestjs/common';
import { hashToken, mintToken } from '@shipyard/auth';
import { isWellFormedToken } from '@shipyard/contracts';
import type { FormFields } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform/ids';
import { DataSource } from 'typeorm';
import { type Caller, TokensService } from '../accounts';
import { Approvals } from './approvals.service';
import type { AuthorizationRequest } from './authorization-request';
import { type Client, Clients } from './clients.service';
import { optional, required } from './parameters';
import { provesChallenge } from './pkce';
import { CODE_SECONDS, type TokenAnswer } from './protocol';
import { oauthErrors } from './protocol-errors';
import { RefreshTokens } from './refresh-tokens.service';

interface CodeRow {
  id: string;
  tokenId: string;
  clientId: string;
  redirectUri: string;
  codeChallenge: string;
  isUsed: boolean;
}

/** The authorization code flow: a person allows a client, and the client redeems the code that comes back. */
@Injectable()
export class Authorizations {
  constructor(
    private readonly dataSource: DataSource,
    private readonly tokens: TokensService,
    private readonly approvals: Approvals,
    private readonly clients: Clients,
    private readonly refreshTokens: RefreshTokens,
  ) {}

  /** Returns the code for the redirect. */
  async allow(
    caller: Caller,
    { client, redirectUri, request }: { client: Client; redirectUri: string; request: AuthorizationRequest },
    password: string | undefined,
  ): Promise<string> {
    const code = mintToken('poc_');
    const expiresAt = new Date(Date.now() + CODE_SECONDS * 1_000);
    const grant = { name: client.name, clientId: client.id, scopes: request.scopes, expiresAt };
    return this.approvals.allow(caller, { grant, password }, async (manager, tokenId) => {
      await manager.query(
        `INSERT INTO oauth_codes (id, token_id, client_id, code_hash, redirect_uri, code_challenge, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [uuidv7(), tokenId, client.id, hashToken(code), redirectUri, request.codeChallenge, expiresAt],
      );
      await this.clients.recordUse(manager, client.id);
      return code;
    });
  }

  /**
   * Redeems a code:
   * 1. Check client, redirect URI and verifier. They never change, so no lock is needed.
   * 2. Use the code up by one statement, and give the token its secret in the same transaction.
   * 3. A second use by somebody who has the verifier means that code and verifier were stolen. It ends the token.
   */
  async redeem(form: FormFields): Promise<TokenAnswer> {
    const clientId = required(form, 'client_id');
    const found = await this.findCode(required(form, 'code'));
    const redirectUri = optional(form, 'redirect_uri');
    const isOfClient = found?.clientId === clientId && (redirectUri ?? found.redirectUri) === found.redirectUri;
    if (!found || !isOfClient) throw oauthErrors.invalid_grant();
    if (!provesChallenge(required(form, 'code_verifier'), found.codeChallenge))
      throw oauthErrors.invalid_grant({ message: 'The code_verifier does not fit the code_challenge.' });
    const answer = found.isUsed ? null : await this.use(found);
    if (answer !== null) return answer;
    // A code that has only expired has no token that lives.
    await this.dataSource.transaction((manager) => this.tokens.revokeOfClient(manager, found.tokenId, 'replay'));
    throw oauthErrors.invalid_grant();
  }

  private async findCode(code: string): Promise<CodeRow | null> {
    if (!isWellFormedToken('poc_', code)) return null;
    const [found] = await this.dataSource.query<CodeRow[]>(
      `SELECT id, token_id AS "tokenId", client_id AS "clientId", redirect_uri AS "redirectUri",
         code_challenge AS "codeChallenge", used_at IS NOT NULL AS "isUsed"
       FROM oauth_codes WHERE code_hash = $1`,
      [hashToken(code)],
    );
    return found ?? null;
  }

  private use({ id, tokenId }: CodeRow): Promise<TokenAnswer | null> {
    return this.dataSource.transaction(async (manager) => {
      const [, used] = await manager.query<[unknown[], number]>(
        'UPDATE oauth_codes SET used_at = now() WHERE id = $1 AND used_at IS NULL AND expires_at > now()',
        [id],
      );
      return used === 0 ? null : this.refreshTokens.issue(manager, tokenId);
    });
  }
}
