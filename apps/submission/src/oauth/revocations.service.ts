import { Injectable } from '@nestjs/common';
import type { FormFields } from '@shipyard/http';
import { DataSource } from 'typeorm';
import { TokensService } from '../accounts';
import { Clients } from './clients.service';
import { required } from './parameters';
import { CLI_CLIENT } from './protocol';
import { oauthErrors } from './protocol-errors';
import { RefreshTokens } from './refresh-tokens.service';

/** RFC 7009. Either token of a client ends both. The command line may also end a token that its holder made for it. */
@Injectable()
export class Revocations {
  constructor(
    private readonly dataSource: DataSource,
    private readonly tokens: TokensService,
    private readonly refreshTokens: RefreshTokens,
    private readonly clients: Clients,
  ) {}

  /** A token that is unknown or has ended is what the client asks for. */
  async revoke(form: FormFields): Promise<void> {
    const clientId = required(form, 'client_id');
    if (clientId !== CLI_CLIENT.id) await this.clients.assertKnown(clientId);
    const secret = required(form, 'token');
    const found = (await this.tokens.findOfClient(secret)) ?? (await this.refreshTokens.find(secret));
    if (found === null) return;
    const { tokenId } = found;
    const isOwn =
      (await this.tokens.isOfClient(tokenId, clientId)) ||
      (clientId === CLI_CLIENT.id && (await this.tokens.isOfClient(tokenId, null)));
    if (!isOwn)
      throw oauthErrors.invalid_grant({ message: 'This token is of another client. Its holder can revoke it.' });
    await this.dataSource.transaction((manager) => this.tokens.revokeOfClient(manager, tokenId, 'client'));
  }
}
