import { CsrfField, FormErrors } from '@shipyard/pages';
import { Button, Field, SelectField, TextField } from '@shipyard/ui';
import { DRY_RUN_PATHS, type DryRunView } from '../dry-runs';
import { type PageContext } from '../pages';
import { ConsolePage } from './console-page';
import { consoleUrl, DRY_RUN_URL } from './console-parts';
import { DryRunResult } from './dry-run-result.views';

export type DryRunFields = Record<'endpoint' | 'key_id' | 'customer_id' | 'request', string>;
export type DryRunProblem = Partial<Record<keyof DryRunFields, 'invalid' | 'unknown'>>;

interface DryRunProps {
  page: PageContext;
  fields: DryRunFields;
  problems: DryRunProblem;
  result: DryRunView | null;
}

/** Who would get this call, and why. */
export function DryRunPage({ page, fields, problems, result }: DryRunProps) {
  const words = page.words.console.dryRun;
  const messages = {
    request: problems.request && words.invalid,
    key_id: problems.key_id && words.unknownKey,
    customer_id: problems.customer_id && words.unknownCustomer,
  };
  const labels = { key_id: words.key, customer_id: words.customer, request: words.request };
  return (
    <ConsolePage page={page} part="routes" title={words.title} isError={Object.keys(problems).length > 0}>
      <p className="ui-crumb">
        <a href={consoleUrl('routes')}>{page.words.console.routes.title}</a>
      </p>
      <h1 className="ui-title">{words.title}</h1>
      <p className="ui-lead">{words.lead}</p>
      <FormErrors words={page.words.console} messages={messages} labels={labels} />
      <div className="ui-dry-run">
        <DryRunForm page={page} fields={fields} messages={messages} />
        {result && <DryRunResult page={page} result={result} />}
      </div>
    </ConsolePage>
  );
}

type Messages = Partial<Record<keyof DryRunFields, string>>;

function DryRunForm({ page, fields, messages }: Pick<DryRunProps, 'page' | 'fields'> & { messages: Messages }) {
  const words = page.words.console.dryRun;
  return (
    <form className="ui-sheet ui-fields" method="post" action={DRY_RUN_URL} noValidate>
      <CsrfField page={page} />
      <SelectField
        name="endpoint"
        label={words.endpoint}
        value={fields.endpoint}
        options={DRY_RUN_PATHS.map((path) => ({ value: path, text: path }))}
      />
      <Field
        name="key_id"
        label={words.key}
        hint={words.keyHint}
        value={fields.key_id}
        error={messages.key_id}
        autoComplete="off"
        isCode
      />
      <Field
        name="customer_id"
        label={words.customer}
        hint={words.customerHint}
        value={fields.customer_id}
        error={messages.customer_id}
        autoComplete="off"
        isCode
      />
      <TextField
        name="request"
        label={words.request}
        value={fields.request}
        error={messages.request}
        rows={10}
        autoComplete="off"
        isCode
      />
      <div className="ui-buttons">
        <Button>{words.send}</Button>
      </div>
    </form>
  );
}
