import { type FieldErrors, FormErrors } from '@shipyard/pages';
import { Button, ChoiceField, LinkButton, Message, PersonText, TextField } from '@shipyard/ui';
import { Page } from '../page';
import type { PageContext } from '../page-context';
import { REPORT_KINDS } from './report-reasons';

interface FormProps {
  page: PageContext;
  slug: string;
  kind?: string;
  reason?: string;
  error?: string;
}

/** At the end of the page of a project, whose scripts keep nothing that is typed. */
export function ReportLink({ page, slug, bookletUrl }: FormProps & { bookletUrl: string | null }) {
  return (
    <p className="ui-report ui-cluster ui-screen-only" id="report">
      {bookletUrl !== null && (
        <a href={bookletUrl} type="application/pdf" rel="nofollow">
          {page.words.documents.getBooklet}
        </a>
      )}
      <a href={`/projects/${slug}/report`} rel="nofollow">
        {page.words.project.report.title}
      </a>
    </p>
  );
}

interface PageProps extends FormProps {
  /** The project's. */
  name: string;
  errors: FieldErrors<'reason'>;
}

export function ReportPage({ page, slug, name, kind, reason, errors }: PageProps) {
  const words = page.words.project.report;
  const error = errors.reason && { missing: words.missing, invalid: words.invalid }[errors.reason];
  return (
    <Page page={page} title={words.title} isError={error !== undefined}>
      <Message title={words.title} lead={words.lead}>
        <p className="ui-text">
          {words.project} <PersonText text={name} />
        </p>
        <FormErrors words={page.words} messages={{ reason: error }} labels={{ reason: words.reason }} />
        <Form page={page} slug={slug} kind={kind} reason={reason} error={error} />
      </Message>
    </Page>
  );
}

export function ReportSent({ page, slug }: FormProps) {
  const words = page.words.project.report;
  return (
    <Page page={page} title={words.sent.title}>
      <Message title={words.sent.title} lead={words.sent.lead}>
        <div className="ui-buttons">
          <LinkButton kind="secondary" href={`/projects/${slug}`}>
            {words.back}
          </LinkButton>
        </div>
      </Message>
    </Page>
  );
}

function Form({ page, slug, kind, reason, error }: FormProps) {
  const words = page.words.project.report;
  return (
    <form
      className="ui-sheet ui-fields"
      method="post"
      action={`/projects/${slug}/report`}
      data-draft={`report:${slug}`}
      noValidate
    >
      {page.session && <input type="hidden" name="csrf_token" value={page.session.csrfToken} />}
      <ChoiceField
        name="kind"
        label={words.kind}
        value={kind}
        choices={REPORT_KINDS.map((each) => ({ value: each, text: words.kinds[each] }))}
      />
      <TextField name="reason" label={words.reason} hint={words.hint} value={reason} error={error} />
      <div className="ui-buttons">
        <Button kind="secondary">{words.send}</Button>
      </div>
    </form>
  );
}
