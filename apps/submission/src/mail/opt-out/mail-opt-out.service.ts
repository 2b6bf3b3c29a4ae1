import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG, type HttpConfig, type WorkerConfig } from '../../config';
import { readOptOut, signOptOut } from './opt-out-token';

@Injectable()
export class MailOptOut {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Pick<HttpConfig | WorkerConfig, 'URL_SIGNING_KEYS'>,
  ) {}

  tokenFor(accountId: string): string {
    return signOptOut(accountId, this.config.URL_SIGNING_KEYS);
  }

  /** Returns false for a token that is not ours, or whose account is gone. A second call changes nothing. */
  async stop(token: string): Promise<boolean> {
    const accountId = readOptOut(token, this.config.URL_SIGNING_KEYS);
    if (accountId === null) return false;
    const [, stopped] = await this.dataSource.query<[unknown[], number]>(
      'UPDATE accounts SET mail_opt_out = true WHERE id = $1',
      [accountId],
    );
    return stopped === 1;
  }
}
