import type { IncomingMessage } from 'node:http';
import { applyDecorators, Header, Injectable } from '@nestjs/common';
import { readParticipantToken, TokenGuard, TokenOptional } from '@shipyard/auth';
import { envelopeErrors, tokenInvalid, tokenMissing } from '@shipyard/http';
import { DataSource } from 'typeorm';
import type { Role } from './account.entity';
import { setCaller } from './caller.view';
import { TokenUse } from './token-use';

interface Holder {
  credentialId: string;
  accountId: string;
  handle: string;
  roles: Role[];
  suspended: boolean;
}

/** Every route needs a participant's token, in either header, unless it is marked as open. */
@Injectable()
export class AccountGuard extends TokenGuard<Holder> {
  protected readonly prefix = 'pst_';

  constructor(
    private readonly dataSource: DataSource,
    private readonly tokenUse: TokenUse,
  ) {
    super();
  }

  protected read(request: IncomingMessage) {
    return readParticipantToken(request.headers);
  }

  protected async find(tokenHash: Buffer): Promise<Holder | null> {
    const [holder] = await this.dataSource.query<Holder[]>(
      `SELECT token.id AS "credentialId", account.id AS "accountId", account.handle, account.roles, account.suspended_at IS NOT NULL AS suspended
       FROM api_tokens token JOIN accounts account ON account.id = token.account_id
       WHERE token.token_hash = $1 AND token.revoked_at IS NULL AND (token.expires_at IS NULL OR token.expires_at > now())`,
      [tokenHash],
    );
    return holder ?? null;
  }

  protected admit(request: IncomingMessage, holder: Holder): void {
    if (holder.suspended) throw envelopeErrors.FORBIDDEN({ message: 'This account is suspended.' });
    this.tokenUse.note(holder.credentialId);
    setCaller(request, holder);
  }

  protected missing(): Error {
    return tokenMissing();
  }

  protected invalid(): Error {
    return tokenInvalid();
  }
}

/** A read for everyone: no token needed, and pages of any origin may ask. */
export const PublicRead = () => applyDecorators(TokenOptional(), Header('access-control-allow-origin', '*'));
