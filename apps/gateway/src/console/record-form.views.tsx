import { CsrfField, FormErrors } from '@shipyard/pages';
import { Button, CheckField, Field, SelectField, TextField } from '@shipyard/ui';
import type { PageContext } from '../pages';
import { ConsolePage } from './console-page';
import type { ConsolePart } from './console-parts';
import type { RecordField, RecordProblems, RecordValues } from './record-form';

interface RecordFormProps {
  page: PageContext;
  part: ConsolePart;
  /** Where the form belongs. */
  crumb: { text: string; href: string };
  action: string;
  words: { title: string; lead: string; send: string; fields: Readonly<Record<string, string>> };
  fields: readonly RecordField[];
  values: RecordValues;
  problems: RecordProblems;
  /** Made with the form, so that a form sent twice makes one record. */
  id?: string;
}

/** A form that makes a record. */
export function RecordFormPage({ page, part, crumb, action, words, fields, values, problems, id }: RecordFormProps) {
  const { problems: texts } = page.words.console.newRecord;
  const messageOf = (name: string) => {
    const problem = problems[name];
    return problem && texts[problem];
  };
  return (
    <ConsolePage page={page} part={part} title={words.title} isError={Object.keys(problems).length > 0}>
      <p className="ui-crumb">
        <a href={crumb.href}>{crumb.text}</a>
      </p>
      <h1 className="ui-title">{words.title}</h1>
      <p className="ui-lead">{words.lead}</p>
      <form className="ui-sheet ui-fields ui-console-form" method="post" action={action} noValidate>
        <CsrfField page={page} />
        {id !== undefined && <input type="hidden" name="record_id" value={id} />}
        <FormErrors
          words={page.words.console}
          messages={Object.fromEntries(fields.map(({ name }) => [name, messageOf(name)]))}
          labels={Object.fromEntries(fields.map(({ name }) => [name, words.fields[name] ?? name]))}
        />
        {fields.map((field) => (
          <OneField
            key={field.name}
            field={field}
            label={words.fields[field.name] ?? field.name}
            hint={words.fields[`${field.name}Hint`] || undefined}
            value={values[field.name] ?? ''}
            error={messageOf(field.name)}
          />
        ))}
        <div className="ui-buttons">
          <Button>{words.send}</Button>
        </div>
      </form>
    </ConsolePage>
  );
}

interface OneFieldProps {
  field: RecordField;
  label: string;
  hint: string | undefined;
  value: string;
  error: string | undefined;
}

function OneField({ field: { name, kind, options = [] }, value, ...texts }: OneFieldProps) {
  switch (kind) {
    case 'check':
      return <CheckField name={name} {...texts} isChecked={value === 'yes'} />;
    case 'select':
      return <SelectField name={name} {...texts} value={value} options={options} />;
    case 'lines':
      return <TextField name={name} {...texts} value={value} rows={3} autoComplete="off" isCode />;
    case 'secrets':
      return <TextField name={name} {...texts} rows={3} autoComplete="off" isCode />;
    default:
      return <Field name={name} {...texts} value={value} autoComplete="off" isCode={kind === 'code'} />;
  }
}
