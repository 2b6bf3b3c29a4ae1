import type { IncomingMessage } from 'node:http';
import {
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
  Inject,
  Injectable,
  UseGuards,
} from '@nestjs/common';
import { FRESH_SECOND_FACTOR_MINUTES } from '@shipyard/auth';
import { envelopeErrors, inputInvalid, type RouteAdditions, type RouteRule } from '@shipyard/http';
import { CONFIG, type HttpConfig } from '../config';
import { limitErrors } from '../limits/limits.errors';
import { accountErrors } from './accounts.errors';
import type { StaffRole } from './account.entity';
import { type Caller, callerOf } from './caller';
import { SecondFactorService } from './second-factor.service';
import { StaffOnly } from './staff.guard';

const HEADER = 'X-Second-Factor';
const CODE = /^\d{6}$/;

/** Runs after the guard of roles. A token has no second factor of its own, so each call with one sends a code. */
@Injectable()
export class FreshSecondFactorGuard implements CanActivate, RouteRule {
  constructor(
    private readonly secondFactor: SecondFactorService,
    @Inject(CONFIG) private readonly config: HttpConfig,
  ) {}

  describe(): RouteAdditions {
    return {
      note: `Where second factors are required, or the account has one, it needs a session that has shown it within ${FRESH_SECOND_FACTOR_MINUTES} minutes (POST /accounts/second-factor), or a code as ${HEADER}. Otherwise the answer is FORBIDDEN with details.second_factor.`,
      errors: [accountErrors.LOGIN_INVALID, limitErrors.RATE_LIMITED],
      faults: ['input_invalid'],
      headers: [
        {
          name: HEADER,
          in: 'header',
          required: false,
          description: 'A code of the second factor, for this call only.',
          schema: { type: 'string', pattern: CODE.source },
        },
      ],
    };
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<IncomingMessage>();
    const caller = callerOf(request);
    if (caller === null) return false;
    const code = request.headers['x-second-factor'];
    if (code === undefined) {
      assertFreshSecondFactor(caller, this.config);
      return true;
    }
    if (hasShownIt(caller, this.config)) return true;
    if (typeof code !== 'string' || !CODE.test(code)) throw inputInvalid(HEADER, 'must have 6 digits');
    await this.secondFactor.prove(caller.accountId, { code });
    return true;
  }
}

const hasShownIt = (caller: Caller, { STAFF_TOTP: rule }: Pick<HttpConfig, 'STAFF_TOTP'>) =>
  caller.hasFreshSecondFactor || (rule !== 'required' && !caller.hasSecondFactor);

/** For a form of the console, which is read first so that its fields can be carried along. */
export function assertFreshSecondFactor(caller: Caller, config: Pick<HttpConfig, 'STAFF_TOTP'>): void {
  if (hasShownIt(caller, config)) return;
  throw envelopeErrors.FORBIDDEN({
    message: `This call needs a recent second factor. Send a code with POST /api/v1/accounts/second-factor, or as ${HEADER}.`,
    details: { second_factor: 'required' },
  });
}

export const StaffWithFreshSecondFactor = (...roles: StaffRole[]) =>
  applyDecorators(StaffOnly(...roles), UseGuards(FreshSecondFactorGuard));
