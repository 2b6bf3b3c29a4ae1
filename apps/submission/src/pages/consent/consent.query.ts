import { Inject, Injectable } from '@nestjs/common';
import { HttpError } from '@shipyard/http';
import { CONFIG, type HttpConfig } from '../../config';
import {
  type AuthorizationRequest,
  type Client,
  Clients,
  isStateTooLong,
  mayRedirectTo,
  oauthErrors,
  parameterOf,
  type QueryParameters,
  readAuthorizationRequest,
  siteOf,
  stateOf,
  withParameters,
} from '../../oauth';

export interface CheckedQuery {
  kind: 'right';
  client: Client;
  redirectUri: string;
  request: AuthorizationRequest;
  /** The URL that brings an answer to the client. */
  answer: (parameters: Readonly<Record<string, string>>) => string;
  refusal: (error: HttpError) => string;
}

/** A request of a registered client, which anybody can be. So nothing is sent there unless the person wants it. */
export interface WrongRequest {
  kind: 'fault';
  client: Client;
  redirectUri: string;
  code: string;
  /** The URL that tells the client. */
  refusal: string;
}

type Outcome = CheckedQuery | { kind: 'wrong-client' } | { kind: 'wrong-redirect' } | WrongRequest;

@Injectable()
export class AuthorizationQuery {
  private readonly site: string;

  constructor(
    private readonly clients: Clients,
    @Inject(CONFIG) config: HttpConfig,
  ) {
    this.site = siteOf(config);
  }

  async check(query: QueryParameters): Promise<Outcome> {
    const client = await this.clients.find(parameterOf(query, 'client_id'));
    if (client === null) return { kind: 'wrong-client' };
    const redirectUri = parameterOf(query, 'redirect_uri');
    if (redirectUri === undefined || !mayRedirectTo(client, redirectUri)) return { kind: 'wrong-redirect' };
    const state = stateOf(query);
    const answer: CheckedQuery['answer'] = (parameters) =>
      withParameters(redirectUri, { ...parameters, ...(state !== undefined && { state }), iss: this.site });
    const refusal: CheckedQuery['refusal'] = ({ code, message }) => answer({ error: code, error_description: message });
    const request = isStateTooLong(query)
      ? oauthErrors.invalid_request({ message: 'state is too long.' })
      : readAuthorizationRequest(query, this.site);
    if (request instanceof HttpError) {
      const { code } = request;
      return { kind: 'fault', client, redirectUri, code, refusal: refusal(request) };
    }
    return { kind: 'right', client, redirectUri, request, answer, refusal };
  }
}
