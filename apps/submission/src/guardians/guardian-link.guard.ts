import type { IncomingMessage } from 'node:http';
import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  Inject,
  Injectable,
  UseGuards,
} from '@nestjs/common';
import { OwnTokenKind, readBearerToken, type SentToken } from '@shipyard/auth';
import { envelopeErrors } from '@shipyard/http';
import { DataSource } from 'typeorm';
import { type ActingGuardian, actForAccount, findLinkHolder, mayHaveGuardian, OwnTokenGuard } from '../accounts';
import { CONFIG, type HttpConfig } from '../config';
import { RateLimits } from '../limits/rate-limits';

interface Holder extends ActingGuardian {
  handle: string;
}

declare module 'http' {
  interface IncomingMessage {
    /** The guardian whose link the request carries. */
    guardian?: ActingGuardian;
  }
}

/**
 * Requires the token of a guardian's link. It is void once it has expired, the account has named another guardian, or
 * its holder is old enough.
 */
@Injectable()
export class GuardianLinkGuard extends OwnTokenGuard<Holder> {
  protected readonly prefix = 'pgt_';

  constructor(
    private readonly dataSource: DataSource,
    limits: RateLimits,
    @Inject(CONFIG) private readonly config: Pick<HttpConfig, 'GUARDIAN_CONSENT_BELOW'>,
  ) {
    super(limits);
  }

  protected own() {
    return { scheme: 'guardian' };
  }

  protected read(request: IncomingMessage): SentToken {
    return readBearerToken(request.headers);
  }

  protected async find(tokenHash: Buffer): Promise<Holder | null> {
    const holder = await findLinkHolder(this.dataSource.manager, tokenHash);
    if (!holder || holder.isExpired || !mayHaveGuardian(holder.birthDate, this.config)) return null;
    const { accountId, linkId, handle } = holder;
    return { accountId, linkId, handle };
  }

  protected admit(request: IncomingMessage, { accountId, linkId, handle }: Holder): void {
    request.guardian = { accountId, linkId };
    actForAccount(request, { accountId, handle, credentialId: linkId });
  }
}

/** A route whose token is that of a guardian's link. */
export const GuardianOnly = () => applyDecorators(OwnTokenKind(), UseGuards(GuardianLinkGuard));

export const CurrentGuardian = createParamDecorator((_: unknown, context: ExecutionContext): ActingGuardian => {
  const { guardian } = context.switchToHttp().getRequest<IncomingMessage>();
  if (!guardian) throw envelopeErrors.INTERNAL({ cause: new Error('A route without a link asked for its guardian') });
  return guardian;
});
