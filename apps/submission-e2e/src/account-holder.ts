import { type ApiAnswer, type ApiCall, callApi, codeOf, type JoinedStack } from '@shipyard/testing';

const PASSWORD = 'correct horse battery';
let made = 0;

export interface AccountAnswer {
  ok: boolean;
  error?: string;
  message?: string;
  details?: { second_factor?: string; fields?: { field: string }[]; retry_after_seconds?: number };
  data: {
    csrf_token: string;
    secret: string;
    otpauth_url: string;
    recovery_codes: string[];
    token: string;
    sessions: {
      id: string;
      current: boolean;
      created_at: string;
      last_seen_at: string;
      expires_at: string;
      second_factor_at: string | null;
    }[];
    totp: { enabled: boolean; enabled_at: string | null; recovery_codes_left: number; required: boolean };
  };
}

export class AccountHolder {
  readonly password = PASSWORD;
  private constructor(
    private readonly stack: JoinedStack,
    readonly url: string,
    readonly account: { email: string; handle: string; id: string; token: string },
  ) {}

  static async register(
    stack: JoinedStack,
    { url = stack.credentials.submission_url, roles = [] as string[] } = {},
  ): Promise<AccountHolder> {
    made += 1;
    const handle = `holder-${process.pid % 10_000}-${made}-${Date.now().toString(36)}`;
    const json = { handle, display_name: 'Holder', email: `${handle}@example.com`, password: PASSWORD };
    const { status, body, text } = await callApi<{ data: { account: { id: string }; token: string } }>(
      url,
      'POST',
      '/accounts',
      { json },
    );
    if (status !== 201) throw new Error(`The account was not made: ${text}`);
    const holder = new AccountHolder(stack, url, {
      email: json.email,
      handle,
      id: body.data.account.id,
      token: body.data.token,
    });
    await holder.giveRoles(...roles);
    return holder;
  }

  at(url: string): AccountHolder {
    return new AccountHolder(this.stack, url, this.account);
  }

  async giveRoles(...roles: string[]): Promise<void> {
    await this.stack.query('submission', 'UPDATE accounts SET roles = $2 WHERE id = $1', [
      this.account.id,
      ['participant', ...roles],
    ]);
  }

  async signIn(proof: { code?: string; recovery_code?: string; password?: string } = {}) {
    const json = { email: this.account.email, password: PASSWORD, ...proof };
    const answer = await callApi<AccountAnswer>(this.url, 'POST', '/accounts/login', { json });
    const setCookie = answer.headers.get('set-cookie') ?? '';
    const cookie = setCookie.split(';')[0] ?? '';
    const ask = (method: string, path: string, call: ApiCall = {}) =>
      callApi<AccountAnswer>(this.url, method, path, {
        ...call,
        headers: { cookie, 'x-csrf-token': answer.body.data.csrf_token, ...call.headers },
      });
    return { ...answer, setCookie, ask };
  }

  ask(method: string, path: string, call: ApiCall = {}): Promise<ApiAnswer<AccountAnswer>> {
    return callApi<AccountAnswer>(this.url, method, path, { token: this.account.token, ...call });
  }

  async setUpTotp() {
    const session = await this.signIn();
    const begun = await session.ask('POST', '/accounts/totp', { json: { password: PASSWORD } });
    if (begun.status !== 201) throw new Error(`The second factor was not begun: ${begun.text}`);
    const { secret } = begun.body.data;
    const confirmed = await session.ask('POST', '/accounts/totp/confirm', { json: { code: codeOf(secret) } });
    if (confirmed.status !== 200) throw new Error(`The second factor was not confirmed: ${confirmed.text}`);
    return { session, secret, recoveryCodes: confirmed.body.data.recovery_codes };
  }

  async newCode(secret: string): Promise<string> {
    await this.stack.query('submission', 'UPDATE second_factors SET last_step = 0 WHERE owner_id = $1', [
      this.account.id,
    ]);
    return codeOf(secret);
  }

  async ageSecondFactor(minutes: number): Promise<void> {
    const statement = `UPDATE sessions SET second_factor_at = second_factor_at - make_interval(mins => $2) WHERE account_id = $1`;
    await this.stack.query(
      'submission',
      `UPDATE second_factors SET confirmed_at = confirmed_at - interval '1 day' WHERE owner_id = $1`,
      [this.account.id],
    );
    await this.stack.query('submission', statement, [this.account.id, minutes]);
  }

  async ageSessions({ openedMinutes, seenSeconds }: { openedMinutes: number; seenSeconds: number }): Promise<void> {
    await this.stack.query(
      'submission',
      'UPDATE sessions SET created_at = now() - make_interval(mins => $2), last_seen_at = now() - make_interval(secs => $3) WHERE account_id = $1',
      [this.account.id, openedMinutes, seenSeconds],
    );
  }
}
