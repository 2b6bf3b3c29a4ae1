import { callApi, type JoinedStack } from '@shipyard/testing';
import { StudioVisitor } from './studio-visitor';

/** What the suites of OAuth share. */
export function oauthParty(stack: JoinedStack) {
  const { submissionUrl: site } = stack;
  const { submission_url: apiUrl } = stack.credentials;
  const newcomer = () => StudioVisitor.newcomer(site, apiUrl);
  /** A call that the scope of an app opens. It has no project, so a live token gets 404. */
  const isLive = async (token: string) =>
    (await callApi(apiUrl, 'GET', '/projects/there-is-none/status', { token })).status === 404;
  const tokensOf = (accountId: string) =>
    stack.query(
      'submission',
      'SELECT name, revoked_at IS NOT NULL AS revoked FROM api_tokens WHERE account_id = $1 AND client_id IS NOT NULL',
      [accountId],
    );
  return { site, apiUrl, newcomer, isLive, tokensOf };
}
