import type { OpenedSession } from '@shipyard/auth';
import { checkFields, type FormFields, HttpError } from '@shipyard/http';
import type { Request, Response } from 'express';
import { operatorErrors, SignInDto, type SignInLimits } from '../operators';
import type { LogInProblem } from './log-in-form';

interface Entrance {
  limits: Pick<SignInLimits, 'guard'>;
  sessions: {
    signIn: (sent: SignInDto) => Promise<OpenedSession>;
    setCookie: (response: Response, session: OpenedSession) => void;
  };
}

type Outcome = { csrfToken: string } | { status: number; problem: LogInProblem };

/** Logs in with the fields of `LogInForm`, and sets the cookie. */
export async function logInByForm(
  request: Request,
  response: Response,
  { email: typed = '', password = '', code = '' }: FormFields,
  { limits, sessions }: Entrance,
): Promise<Outcome> {
  const email = typed.trim();
  if (email === '' || password === '') return { status: 400, problem: 'empty' };
  const { values } = await checkFields(SignInDto, { email, password, ...proofOf(code) });
  if (!values) return { status: 400, problem: code === '' ? 'wrong' : 'code_wrong' };
  try {
    const session = await limits.guard(values.email, request.ip ?? '', () => sessions.signIn(values));
    sessions.setCookie(response, session);
    return { csrfToken: session.csrfToken };
  } catch (error) {
    const problem = error instanceof HttpError ? problemOf(error) : null;
    if (!(error instanceof HttpError) || problem === null) throw error;
    for (const [name, value] of Object.entries(error.particulars.headers ?? {})) response.setHeader(name, value);
    return { status: error.row.status, problem };
  }
}

/** What a person types is six digits of the app, or else a recovery code. */
export function proofOf(code: string): Partial<Record<'code' | 'recovery_code', string>> {
  const typed = code.replaceAll(/\s/g, '');
  if (typed === '') return {};
  return /^\d{6}$/.test(typed) ? { code: typed } : { recovery_code: code.trim() };
}

export type ProofProblem = 'wrong' | 'too_fast';

export const STATUS_OF_PROOF: Readonly<Record<ProofProblem, number>> = { wrong: 401, too_fast: 429 };

/** What a wrong password or code answers is returned, for the page to say. */
export async function refusedProof<Done extends object>(work: () => Promise<Done>): Promise<Done | ProofProblem> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof HttpError && error.code === operatorErrors.LOGIN_INVALID.code) return 'wrong';
    if (error instanceof HttpError && error.code === operatorErrors.RATE_LIMITED.code) return 'too_fast';
    throw error;
  }
}

/** No cache may keep where a log-in leads. */
export function leaveFor(response: Response, path: string): void {
  response.removeHeader('access-control-allow-origin');
  response.set('cache-control', 'no-store').redirect(303, path);
}

function problemOf({ code, particulars: { details } }: HttpError): LogInProblem | null {
  if (code === operatorErrors.RATE_LIMITED.code) return 'too_fast';
  if (code !== operatorErrors.LOGIN_INVALID.code) return null;
  if (details === undefined) return 'wrong';
  return details.second_factor === 'required' ? 'code_needed' : 'code_wrong';
}
