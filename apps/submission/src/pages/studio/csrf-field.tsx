import type { PageContext } from '../page-context';

/** The token without which no form of the studio is taken. */
export function CsrfField({ page: { session } }: { page: PageContext }) {
  return <input type="hidden" name="csrf_token" value={session?.csrfToken} />;
}
