import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ExecutionContext, Injectable } from '@nestjs/common';
import { TokenGuard } from '@shipyard/auth';
import { envelopeErrors } from '@shipyard/http';
import { AccountGuard } from '../accounts';
import { publicUrlOf } from '../config';
import { challenge, invalidToken } from './challenge';
import { admitOrigin } from './cross-origin';

/** Refuses pages that may not call, then asks for a token. A cookie does not count, because any page can make a browser send it. */
@Injectable()
export class AssistantGuard extends AccountGuard {
  override canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const response = http.getResponse<ServerResponse>();
    response.setHeader('cache-control', 'no-store');
    admitOrigin(http.getRequest<IncomingMessage>(), response, this.site());
    return TokenGuard.prototype.canActivate.call(this, context);
  }

  protected override missing(): Error {
    return envelopeErrors.AUTH_TOKEN_MISSING({ headers: challenge(this.site()) });
  }

  protected override invalid(): Error {
    return envelopeErrors.AUTH_TOKEN_INVALID({ headers: invalidToken(this.site()) });
  }

  private site(): string {
    return publicUrlOf(this.config).replace(/\/$/, '');
  }
}
