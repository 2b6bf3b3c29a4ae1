import { ErrorSummary } from '@shipyard/ui';
import type { Words } from './words/words';

/** Above a form that was refused: what is wrong with each field. Nothing if no field is wrong. */
export function FormErrors({
  words,
  messages,
}: {
  words: Words;
  messages: Readonly<Record<string, string | undefined>>;
}) {
  const errors = Object.entries(messages).flatMap(([field, message]) => (message ? [{ field, message }] : []));
  return errors.length > 0 && <ErrorSummary title={words.summary(errors.length)} errors={errors} />;
}
