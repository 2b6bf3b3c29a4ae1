import type { AnyPageContext } from './page';

/** The token without which no form is taken that needs a session. */
export const CsrfField = ({ page: { session } }: { page: AnyPageContext }) => (
  <input type="hidden" name="csrf_token" value={session?.csrfToken} />
);
