import { Button, LinkButton, Message, TextField } from '@shipyard/ui';
import { FormErrors } from '../form-errors';
import { Page } from '../page';
import type { PageContext } from '../page-context';
import type { FieldErrors } from '../page-form';

interface FormProps {
  page: PageContext;
  slug: string;
  reason?: string;
  error?: string;
}

/** Folded at the end of the page of a project. */
export function ReportForm({ page, slug }: FormProps) {
  const words = page.words.project.report;
  return (
    <details className="ui-report" id="report">
      <summary>{words.title}</summary>
      <div className="ui-column">
        <p className="ui-text">{words.lead}</p>
        <Form page={page} slug={slug} />
      </div>
    </details>
  );
}

interface PageProps extends FormProps {
  errors: FieldErrors<'reason'>;
}

/** The same form on a page of its own, for a report that was refused. */
export function ReportPage({ page, slug, reason, errors }: PageProps) {
  const words = page.words.project.report;
  const error = errors.reason && { missing: words.missing, invalid: words.invalid }[errors.reason];
  return (
    <Page page={page} title={words.title} isError={error !== undefined}>
      <Message title={words.title} lead={words.lead}>
        <FormErrors words={page.words} messages={{ reason: error }} />
        <Form page={page} slug={slug} reason={reason} error={error} />
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

function Form({ page, slug, reason, error }: FormProps) {
  const words = page.words.project.report;
  return (
    <form className="ui-sheet ui-fields" method="post" action={`/projects/${slug}/report`} noValidate>
      {page.session && <input type="hidden" name="csrf_token" value={page.session.csrfToken} />}
      <TextField name="reason" label={words.reason} hint={words.hint} value={reason} error={error} isRequired />
      <div className="ui-buttons">
        <Button kind="secondary">{words.send}</Button>
      </div>
    </form>
  );
}
