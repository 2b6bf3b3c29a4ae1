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
