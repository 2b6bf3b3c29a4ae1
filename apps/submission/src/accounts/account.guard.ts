import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  applyDecorators,
  type ExecutionContext,
  Inject,
  Injectable,
  SetMetadata,
  UseInterceptors,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { hasOwnTokenKind, readParticipantToken, TokenGuard, TokenOptional } from '@shipyard/auth';
import {
  type DescribedRoute,
  envelopeErrors,
  RevalidatedRead,
  type RouteAdditions,
  type RouteRule,
  tokenInvalid,
  tokenMissing,
} from '@shipyard/http';
import { plannedOnce } from '@shipyard/platform/database';
import { DataSource } from 'typeorm';
import { CONFIG, type HttpConfig } from '../config';
import { ACCOUNT_SUSPENDED, accountErrors } from './accounts.errors';
import { type Holder, type HolderRow, JOIN_SECOND_FACTOR, roleFactsOf, toHolder } from './holder';
import { mayCall, scopeNote, scopeRefused, scopesOf } from './scopes';
import { SessionsService } from './sessions.service';
import { TokenUse } from './token-use';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
const FORM_WITH_CSRF_TOKEN = 'shipyard:form-with-csrf-token';

/**
 * The form of a page carries its CSRF token in a field, which no guard has read yet. So the route must read its body
 * with `SessionForms`, which checks the token.
 */
export const FormWithCsrfToken = () => SetMetadata(FORM_WITH_CSRF_TOKEN, true);

/** A cookie counts only if no token is sent. An expired session counts as none: public pages stay open. */
@Injectable()
export class AccountGuard extends TokenGuard<Holder> implements RouteRule {
  protected readonly prefix = 'pst_';

  constructor(
    private readonly dataSource: DataSource,
    private readonly sessions: SessionsService,
    private readonly tokenUse: TokenUse,
    @Inject(CONFIG) protected readonly config: HttpConfig,
  ) {
    super();
  }

  describe(route: DescribedRoute): RouteAdditions {
    if (hasOwnTokenKind(route)) return {};
    const open = this.isOpen(route);
    const isRead = READS.has(route.method);
    const scopes = scopesOf(route);
    return {
      ...(scopes.length > 0 && { note: scopeNote(scopes, open) }),
      errors: [
        envelopeErrors.AUTH_TOKEN_INVALID,
        envelopeErrors.FORBIDDEN,
        ...(open ? [] : [envelopeErrors.AUTH_TOKEN_MISSING]),
        ...(open || isRead ? [] : [accountErrors.CSRF_INVALID]),
      ],
      security: [...(open ? [{}] : []), { token: [] }, { apiKey: [] }, { session: [], ...(!isRead && { csrf: [] }) }],
      answerHeaders: {
        ...(open &&
          isRead && { 'Access-Control-Allow-Origin': { description: '`*`', required: true, schema: { const: '*' } } }),
        ...(!open && { 'Cache-Control': { description: '`no-store`', required: true, schema: { const: 'no-store' } } }),
      },
    };
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    if (hasOwnTokenKind(context)) return true;
    const request = context.switchToHttp().getRequest<IncomingMessage>();
    const response = context.switchToHttp().getResponse<ServerResponse>();
    // Set before anything can be refused, so that pages of other origins can read the reason.
    if (READS.has(request.method ?? '') && this.isOpen(context)) response.setHeader('access-control-allow-origin', '*');
    // Keeps answers for one caller out of caches, refusals included.
    if (!this.isOpen(context)) response.setHeader('cache-control', 'no-store');
    const session = this.read(request).kind === 'none' ? await this.sessions.find(request) : null;
    if (session === null || !this.mayBear(session, request, context)) return super.canActivate(context);
    this.admit(request, session, context);
    return true;
  }

  protected read(request: IncomingMessage) {
    return readParticipantToken(request.headers);
  }

  protected async find(tokenHash: Buffer): Promise<Holder | null> {
    const [row] = await this.dataSource.query<HolderRow[]>(
      plannedOnce(`SELECT token.id AS "credentialId", NULL AS "sessionId", account.id AS "accountId", account.handle, account.locale,
         account.suspended_at IS NOT NULL AS suspended, coalesce(token.narrowed_scopes, token.scopes) AS scopes, ${roleFactsOf('token')}
       FROM api_tokens token JOIN accounts account ON account.id = token.account_id ${JOIN_SECOND_FACTOR}
       WHERE token.token_hash = $1 AND token.revoked_at IS NULL AND (token.expires_at IS NULL OR token.expires_at > now())`),
      [tokenHash],
    );
    return row ? toHolder(row, this.config.STAFF_TOTP) : null;
  }

  protected admit(request: IncomingMessage, holder: Holder, context: ExecutionContext): void {
    if (holder.suspended) throw envelopeErrors.FORBIDDEN({ message: ACCOUNT_SUSPENDED });
    if (holder.sessionId === null) this.tokenUse.record(holder.credentialId);
    const needed = scopesOf(context);
    if (mayCall(holder.scopes, needed)) {
      request.caller = { ...holder, agent: request.headers['user-agent'] };
      return;
    }
    // An open route answers a token without its scope as it answers a stranger.
    if (!this.isOpen(context)) throw scopeRefused(needed);
  }

  protected missing(): Error {
    return tokenMissing();
  }

  protected invalid(): Error {
    return tokenInvalid();
  }

  /** A write needs the CSRF token of its session. On an open route such as sign-in, a session without it is ignored. */
  private mayBear({ credentialId }: Holder, request: IncomingMessage, context: ExecutionContext): boolean {
    if (READS.has(request.method ?? '') || this.sessions.hasCsrfToken(request, credentialId)) return true;
    if (new Reflector().get<boolean | undefined>(FORM_WITH_CSRF_TOKEN, context.getHandler())) return true;
    if (this.isOpen(context)) return false;
    throw accountErrors.CSRF_INVALID();
  }
}

/** A public read: needs no token, allows other origins, and supports revalidation. */
export const PublicRead = () => applyDecorators(TokenOptional(), UseInterceptors(RevalidatedRead));
