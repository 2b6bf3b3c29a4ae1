import { Injectable } from '@nestjs/common';
import { checkFields, envelopeErrors, type FieldProblem, HttpError } from '@shipyard/http';
import type { Request, Response } from 'express';
import { accountErrors, LogInDto, type Role, SignInService } from '../../accounts';
import { limitErrors } from '../../limits/limits.errors';

export interface LogInFields {
  email: string;
  password: string;
  /** Six digits of the app, or a recovery code. Empty unless the service asked for it. */
  code: string;
}

export type LogInProblem =
  | { kind: 'empty'; fields: ('email' | 'password')[] }
  | { kind: 'wrong' }
  | { kind: 'code-needed' }
  | { kind: 'code-wrong' }
  | { kind: 'too-fast'; seconds: number }
  | { kind: 'refused'; error: HttpError };

export type LogInOutcome = { csrfToken: string; roles: readonly Role[] } | { problem: LogInProblem; status: number };

/** Logs in by a form of a page. What the API would refuse becomes something that the page can say. */
@Injectable()
export class LogInAttempt {
  constructor(private readonly signIns: SignInService) {}

  async run(request: Request, response: Response, sent: LogInFields): Promise<LogInOutcome> {
    const email = sent.email.trim();
    const { values, problems } = await checkFields(LogInDto, { email, password: sent.password, ...proofOf(sent.code) });
    if (problems) return { status: 400, problem: problemOfFields(sent, problems) };
    try {
      const { account, csrfToken } = await this.signIns.signIn(response, values, request.ip);
      return { csrfToken, roles: account.roles };
    } catch (error) {
      const problem = error instanceof HttpError ? problemOf(error) : null;
      if (!(error instanceof HttpError) || problem === null) throw error;
      for (const [name, value] of Object.entries(error.particulars.headers ?? {})) response.setHeader(name, value);
      return { status: error.row.status, problem };
    }
  }
}

function proofOf(code: string): Pick<LogInDto, 'code' | 'recovery_code'> {
  const typed = code.replaceAll(/\s/g, '');
  if (typed === '') return {};
  return /^\d{6}$/.test(typed) ? { code: typed } : { recovery_code: code.trim() };
}

function problemOfFields(sent: LogInFields, problems: readonly FieldProblem[]): LogInProblem {
  const fields = (['email', 'password'] as const).filter((name) => sent[name].trim() === '');
  if (fields.length > 0) return { kind: 'empty', fields };
  return { kind: problems.some(({ field }) => field.includes('code')) ? 'code-wrong' : 'wrong' };
}

function problemOf(error: HttpError): LogInProblem | null {
  const { details } = error.particulars;
  switch (error.code) {
    case accountErrors.LOGIN_INVALID.code:
      if (details === undefined) return { kind: 'wrong' };
      return { kind: details.second_factor === 'required' ? 'code-needed' : 'code-wrong' };
    case limitErrors.RATE_LIMITED.code:
      return { kind: 'too-fast', seconds: Number(details?.retry_after_seconds ?? 60) };
    case envelopeErrors.FORBIDDEN.code:
      return { kind: 'refused', error };
    default:
      return null;
  }
}
