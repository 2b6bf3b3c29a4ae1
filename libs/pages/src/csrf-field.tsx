import type { PageSession } from './page-context';

/** The token without which no form is taken that needs a session. */
export const CsrfField = ({ page: { session } }: { page: { session: PageSession | null } }) => (
  <input type="hidden" name="csrf_token" value={session?.csrfToken} />
);
