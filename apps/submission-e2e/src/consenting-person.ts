import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import { BACK } from './oauth-client';
import type { StudioVisitor } from './studio-visitor';

/** What the MCP SDK asks of an application that uses it: a memory, and a browser in which the person allows it. */
export class ConsentingPerson implements OAuthClientProvider {
  readonly redirectUrl = BACK;
  readonly clientMetadata = {
    client_name: 'Assistant with the SDK',
    redirect_uris: [BACK],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
  /** Where the SDK sent the person. */
  readonly asked: URL[] = [];
  /** What came back to the application. */
  answer = new URLSearchParams();
  private client: OAuthClientInformationMixed | undefined;
  private kept: OAuthTokens | undefined;
  private verifier = '';

  constructor(private readonly visitor: StudioVisitor) {}

  state(): string {
    return 'the state of the application';
  }

  clientInformation(): OAuthClientInformationMixed | undefined {
    return this.client;
  }

  saveClientInformation(client: OAuthClientInformationMixed): void {
    this.client = client;
  }

  tokens(): OAuthTokens | undefined {
    return this.kept;
  }

  saveTokens(tokens: OAuthTokens): void {
    this.kept = tokens;
  }

  saveCodeVerifier(verifier: string): void {
    this.verifier = verifier;
  }

  codeVerifier(): string {
    return this.verifier;
  }

  invalidateCredentials(): void {
    this.kept = undefined;
  }

  async redirectToAuthorization(url: URL): Promise<void> {
    this.asked.push(url);
    const { headers } = await this.visitor.fill(url.pathname + url.search, { decision: 'allow' });
    this.answer = new URL(headers.get('location') ?? 'nowhere:').searchParams;
  }
}
