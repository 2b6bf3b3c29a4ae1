import { envelopeErrors, type HttpError } from '@shipyard/http';
import { projectErrors } from '../../projects';
import { messageOf } from '../service-messages';
import type { Words } from '../words/words';

/** What the services refuse about reports and takedowns, in the language of the page. */
export function refusalText(words: Words, error: HttpError): string {
  const { refusals } = words.consoleReports;
  switch (error.code) {
    case envelopeErrors.FORBIDDEN.code:
      return refusals.own;
    case projectErrors.STATE_CONFLICT.code:
      return refusals.hidden;
    case envelopeErrors.NOT_FOUND.code:
      return refusals.gone;
    default:
      return messageOf(words, error);
  }
}
