import { Callout, ErrorSummary, RequestId } from '@shipyard/ui';
import type { PageContext } from './page-context';

export interface FormErrorWords {
  /** Above the errors of so many fields. */
  summary: (count: number) => string;
  /** Between the label of a field and what is wrong with it. */
  afterLabel: string;
}

interface FormErrorsProps<Field extends string> {
  words: FormErrorWords;
  messages: Readonly<Partial<Record<Field, string>>>;
  /** What each field is called on the page. A field without a name here is named by its messages. */
  labels: Readonly<Record<Field, string | null>>;
}

/** Above a form that was refused: what is wrong with each field. Nothing if no field is wrong. */
export function FormErrors<Field extends string>({ words, messages, labels }: FormErrorsProps<Field>) {
  const errors = (Object.keys(labels) as Field[]).flatMap((field) => {
    const message = messages[field];
    return message ? [{ field, message: withLabel(words, labels[field], message) }] : [];
  });
  return errors.length > 0 && <ErrorSummary title={words.summary(errors.length)} errors={errors} />;
}

/** A label that asks loses its question mark. */
const withLabel = (words: FormErrorWords, label: string | null, message: string) =>
  label === null ? message : label.replace(/[?？]$/, '') + words.afterLabel + message;

interface RefusalProps {
  page: PageContext<{ requestId: string }>;
  title: string;
  /** The sentence of the service, in the language of the page. */
  message: string;
}

/** Above a form: why the service refused it, and the id of the request. */
export const Refusal = ({ page, title, message }: RefusalProps) => (
  <div className="ui-refusal" role="alert" tabIndex={-1} autoFocus>
    <Callout kind="caution" word={title}>
      <p>{message}</p>
      <RequestId label={page.words.requestId} requestId={page.requestId} />
    </Callout>
  </div>
);
