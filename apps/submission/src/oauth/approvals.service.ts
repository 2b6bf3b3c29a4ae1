import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Caller, type ClientGrant, RecentSignInService, TokensService } from '../accounts';

/** What a person decides about a client. It needs what a new token needs, because a stolen cookie must not outlive itself. */
@Injectable()
export class Approvals {
  constructor(
    private readonly dataSource: DataSource,
    private readonly tokens: TokensService,
    private readonly recentSignIn: RecentSignInService,
  ) {}

  async needsPassword({ sessionId }: Caller): Promise<boolean> {
    return sessionId === null || !(await this.recentSignIn.isRecent(sessionId));
  }

  /**
   * Creates the token in the transaction in which `complete` writes what fetches it. Throws FORBIDDEN without a recent
   * sign-in or the password, LOGIN_INVALID with a wrong one, and QUOTA_EXCEEDED.
   */
  async allow<Result>(
    caller: Caller,
    { grant, password }: { grant: ClientGrant; password: string | undefined },
    complete: (manager: EntityManager, tokenId: string) => Promise<Result>,
  ): Promise<Result> {
    const checkedHash = password === undefined ? null : await this.recentSignIn.checkPassword(caller, password);
    return this.dataSource.transaction(async (manager) =>
      complete(manager, await this.tokens.allowClient(manager, caller, { grant, checkedHash })),
    );
  }
}
