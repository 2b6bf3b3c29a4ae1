import type { IncomingMessage } from 'node:http';
import { type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { FRESH_SECOND_FACTOR_MINUTES, readBearerToken, type SentToken, TokenGuard } from '@shipyard/auth';
import {
  type DescribedRoute,
  envelopeErrors,
  type RouteAdditions,
  type RouteRule,
  tokenInvalid,
  tokenMissing,
} from '@shipyard/http';
import { DataSource, IsNull } from 'typeorm';
import { AdminKey, ADMIN_ROLES, type AdminRole } from './admin-key.entity';
import { ConsoleSessionsService } from './console-sessions.service';
import type { Operator } from './operator';
import { operatorErrors } from './operators.errors';

const NEEDED_ROLE = 'gateway:needed-role';

/** Defaults to viewer for reads and operator for writes. */
export const Needs = (role: AdminRole) => SetMetadata(NEEDED_ROLE, role);

const WITHOUT_SECOND_FACTOR = 'gateway:without-second-factor';

/** Marks a route that operators need to set up a second factor or to sign out. */
export const WithoutSecondFactor = () => SetMetadata(WITHOUT_SECOND_FACTOR, true);

const WITH_FRESH_SECOND_FACTOR = 'gateway:with-fresh-second-factor';

/** Marks a route that a session may only use if its second factor was shown recently. Admin keys are not asked. */
export const WithFreshSecondFactor = () => SetMetadata(WITH_FRESH_SECOND_FACTOR, true);

const FRESH_NOTE = `A session with a second factor must have shown it within ${FRESH_SECOND_FACTOR_MINUTES} minutes (POST /admin/second-factor). Otherwise the answer is FORBIDDEN with details.second_factor.`;

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

const metadata = new Reflector();

export function neededRoleOf(context: ExecutionContext): AdminRole {
  const route = [context.getHandler(), context.getClass()];
  const { method = '' } = context.switchToHttp().getRequest<IncomingMessage>();
  return (
    metadata.getAllAndOverride<AdminRole | undefined>(NEEDED_ROLE, route) ?? (READS.has(method) ? 'viewer' : 'operator')
  );
}

/** Whether the route wants the second factor anew. */
export const wantsFreshFactor = (context: ExecutionContext): boolean =>
  metadata.get<boolean | undefined>(WITH_FRESH_SECOND_FACTOR, context.getHandler()) ?? false;

export const hasRole = ({ role }: Pick<Operator, 'role'>, needed: AdminRole): boolean =>
  ADMIN_ROLES.indexOf(role) >= ADMIN_ROLES.indexOf(needed);

/** Accepts an admin key, or the console session. Writes of a session need its CSRF token. */
@Injectable()
export class OperatorGuard extends TokenGuard<Operator> implements RouteRule {
  protected readonly prefix = 'gwa_';
  private readonly metadata = new Reflector();

  constructor(
    private readonly dataSource: DataSource,
    private readonly sessions: ConsoleSessionsService,
  ) {
    super();
  }

  describe(route: DescribedRoute): RouteAdditions {
    const open = this.isOpen(route);
    const isRead = READS.has(route.method);
    const needed = new Reflector().getAllAndOverride<AdminRole | undefined>(NEEDED_ROLE, [
      route.getHandler(),
      route.getClass(),
    ]);
    const isFresh = new Reflector().get<boolean | undefined>(WITH_FRESH_SECOND_FACTOR, route.getHandler()) ?? false;
    const roleNote = `For the role ${needed ?? (isRead ? 'viewer' : 'operator')} and above.`;
    return {
      ...(!open && { note: isFresh ? `${roleNote} ${FRESH_NOTE}` : roleNote }),
      errors: [
        envelopeErrors.AUTH_TOKEN_INVALID,
        envelopeErrors.FORBIDDEN,
        ...(open ? [] : [envelopeErrors.AUTH_TOKEN_MISSING]),
        ...(open || isRead ? [] : [operatorErrors.CSRF_INVALID]),
      ],
      security: [...(open ? [{}] : []), { key: [] }, { session: [], ...(!isRead && { csrf: [] }) }],
    };
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<IncomingMessage>();
    const isCookieCall = this.read(request).kind === 'none' && !this.isOpen(context);
    const session = isCookieCall ? await this.sessions.find(request) : null;
    if (session === null) return super.canActivate(context);
    const isWrite = !READS.has(request.method ?? '');
    if (isWrite && !this.sessions.hasCsrfToken(request, session.sessionId ?? '')) throw operatorErrors.CSRF_INVALID();
    this.admit(request, session, context);
    return true;
  }

  protected read({ headers }: IncomingMessage): SentToken {
    return readBearerToken(headers);
  }

  protected missing(): Error {
    return tokenMissing();
  }

  protected invalid(): Error {
    return tokenInvalid();
  }

  protected async find(secretHash: Buffer): Promise<Operator | null> {
    const key = await this.dataSource.manager.findOneBy(AdminKey, { secretHash, revokedAt: IsNull() });
    return key && { kind: 'admin_key', id: key.id, name: key.name, role: key.role, sessionId: null, ...WITHOUT_FACTOR };
  }

  protected admit(request: IncomingMessage, operator: Operator, context: ExecutionContext): void {
    const needed = neededRoleOf(context);
    if (!hasRole(operator, needed)) {
      throw envelopeErrors.FORBIDDEN({
        message: `This call needs the role ${needed}, and your role is ${operator.role}. Ask an owner.`,
      });
    }
    const isOpen =
      this.metadata.getAllAndOverride<boolean | undefined>(WITHOUT_SECOND_FACTOR, [
        context.getHandler(),
        context.getClass(),
      ]) ?? false;
    if (operator.lacks !== null && !isOpen) throw secondFactorWanted(operator.lacks);
    if (wantsFreshFactor(context) && !operator.hasFreshSecondFactor) throw secondFactorWanted('shown_again');
    request.operator = operator;
  }
}

const WITHOUT_FACTOR = { lacks: null, hasFreshSecondFactor: true } as const;

const WANTED = {
  set_up: 'Your role needs a second factor. Set one up with POST /admin/totp.',
  required: 'Your role needs your second factor. Log in again with its code.',
  shown_again: 'This call needs a recent second factor. Send a code with POST /admin/second-factor.',
} as const;

function secondFactorWanted(step: keyof typeof WANTED): Error {
  const wanted = step === 'set_up' ? 'set_up' : 'required';
  return envelopeErrors.FORBIDDEN({ message: WANTED[step], details: { second_factor: wanted } });
}
