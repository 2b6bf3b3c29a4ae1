import { envelopeErrors, type HttpError } from '@shipyard/http';
import { CONFIRMATION_REFUSED, LAST_ADMIN, ROLE_IS_NEW } from '../../accounts';
import { LINK_OF_SUSPENDED } from '../../password-resets';
import { messageOf } from '../service-messages';
import type { Words } from '../words/words';

/** What the services refuse to admins, in the language of the page. */
export function refusalText(words: Words, error: HttpError): string {
  const { refusals } = words.consoleAccounts;
  if (error.code === envelopeErrors.NOT_FOUND.code) return refusals.nothingWaits;
  if (error.code !== envelopeErrors.FORBIDDEN.code) return messageOf(words, error);
  switch (error.message) {
    case LAST_ADMIN:
      return refusals.lastAdmin;
    case LINK_OF_SUSPENDED:
      return refusals.suspended;
    case ROLE_IS_NEW:
      return refusals.newRole;
    default:
      return error.message.endsWith(CONFIRMATION_REFUSED) ? refusals.confirmation : messageOf(words, error);
  }
}
