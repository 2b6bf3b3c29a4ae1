import { createHash, randomBytes } from 'node:crypto';
import type { StudioVisitor } from './studio-visitor';

export interface ProgramAnswer<Body = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: Body;
}

/** What a refusal of OAuth answers. */
export interface ProtocolFailure {
  error: string;
  error_description: string;
}

export interface TokenAnswer {
  access_token: string;
  token_type: string;
  expires_in: number;
  refresh_token?: string;
  scope?: string;
}

/** Sends a form as a program sends it: without cookies, and without asking for a page. */
export async function sendForm<Body = TokenAnswer & ProtocolFailure>(
  site: string,
  path: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<ProgramAnswer<Body>> {
  const response = await fetch(site + path, { method: 'POST', body: new URLSearchParams(form), headers });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: (text === '' ? {} : JSON.parse(text)) as Body };
}

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
export const BACK = 'https://assistant.example/back';

export const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

/** A registered client of ours, one that does everything right unless told otherwise. */
export class OauthClient {
  readonly verifier = randomBytes(32).toString('base64url');

  private constructor(
    private readonly site: string,
    readonly id: string,
  ) {}

  static async register(site: string, metadata: Record<string, unknown> = {}): Promise<OauthClient> {
    const { status, body } = await OauthClient.tryToRegister(site, metadata);
    if (status !== 201) throw new Error(`The client was not registered: ${JSON.stringify(body)}`);
    return new OauthClient(site, String(body.client_id));
  }

  static async tryToRegister(site: string, metadata: unknown): Promise<ProgramAnswer> {
    const response = await fetch(`${site}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(
        Array.isArray(metadata)
          ? metadata
          : { client_name: 'Assistant', redirect_uris: [BACK], ...(metadata as object) },
      ),
    });
    const body = (await response.json()) as Record<string, unknown>;
    return { status: response.status, headers: response.headers, body };
  }

  /** The path of the page that asks. A parameter that is set to '' is left out. */
  authorizePath(parameters: Record<string, string> = {}): string {
    const all = {
      response_type: 'code',
      client_id: this.id,
      redirect_uri: BACK,
      code_challenge: challengeOf(this.verifier),
      code_challenge_method: 'S256',
      state: 'its own state',
      ...parameters,
    };
    const sent = Object.entries(all).filter(([, value]) => value !== '');
    return `/oauth/authorize?${new URLSearchParams(sent).toString()}`;
  }

  async codeFrom(visitor: StudioVisitor, parameters: Record<string, string> = {}): Promise<string> {
    const answer = await visitor.fill(this.authorizePath(parameters), { decision: 'allow' });
    const code = new URL(answer.headers.get('location') ?? 'nowhere:').searchParams.get('code');
    if (code === null) throw new Error(`The page answered ${answer.status} without a code`);
    return code;
  }

  redeem(code: string, form: Record<string, string> = {}): Promise<ProgramAnswer<TokenAnswer & ProtocolFailure>> {
    return sendForm(this.site, '/oauth/token', {
      grant_type: 'authorization_code',
      code,
      client_id: this.id,
      redirect_uri: BACK,
      code_verifier: this.verifier,
      ...form,
    });
  }

  refresh(refreshToken: string, form: Record<string, string> = {}) {
    return sendForm(this.site, '/oauth/token', {
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      client_id: this.id,
      ...form,
    });
  }

  async connect(visitor: StudioVisitor, parameters: Record<string, string> = {}) {
    const { body } = await this.redeem(await this.codeFrom(visitor, parameters));
    return { accessToken: body.access_token, refreshToken: body.refresh_token ?? '' };
  }
}
