import type { PageContext } from './page';

/** The token without which no form of the console is taken. */
export const CsrfField = ({ page: { session } }: { page: PageContext }) => (
  <input type="hidden" name="csrf_token" value={session?.csrfToken} />
);
