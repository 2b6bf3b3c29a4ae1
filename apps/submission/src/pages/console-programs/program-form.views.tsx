import type { FormFields, HttpError } from '@shipyard/http';
import { CsrfField, FormErrors, Refusal } from '@shipyard/pages';
import { Button, ChoiceField, Field, LinkButton, TextField } from '@shipyard/ui';
import type { Caller } from '../../accounts';
import type { StaffProgramView } from '../../programs';
import { ConsolePage } from '../console/console-page';
import type { PageContext } from '../page-context';
import { messageOf } from '../service-messages';
import { PRIZES, PROGRAM_FIELDS, type ProgramErrors, type ProgramField } from './program-form';
import { draftName, NEW_PROGRAM_URL, PROGRAMS_URL, programUrl } from './program-urls';

interface FormProps {
  page: PageContext;
  caller: Caller;
  program: StaffProgramView | null;
  fields: FormFields;
  errors: ProgramErrors;
  refusal: HttpError | 'changed' | null;
}

/** Creates, copies or edits a program. */
export function ProgramFormPage({ page, caller, program, fields, errors, refusal }: FormProps) {
  const words = page.words.consolePrograms;
  const messages = messagesOf(page, errors);
  const title = program ? words.form.edit(program.name) : fields.copy ? words.form.copy : words.form.create;
  const isError = refusal !== null || Object.keys(errors).length > 0;
  const action = program ? programUrl(program.id, 'edit') : NEW_PROGRAM_URL;
  return (
    <ConsolePage page={page} caller={caller} part="programs" title={title} isError={isError}>
      <div className="ui-column">
        <h1 className="ui-title">{title}</h1>
        {fields.copy && <p className="ui-lead">{words.form.copyLead}</p>}
        {refusal && (
          <Refusal
            page={page}
            title={words.form.refused}
            message={refusal === 'changed' ? words.form.changed : messageOf(page.words, refusal)}
          />
        )}
        <FormErrors words={page.words} messages={messages} labels={labelsOf(page)} />
        <form
          className="ui-sheet ui-fields"
          method="post"
          action={action}
          noValidate
          data-draft-kept-by="preview"
          data-draft={draftName(program?.id ?? null, fields)}
        >
          <CsrfField page={page} />
          {fields.opened && <input type="hidden" name="opened" value={fields.opened} />}
          {fields.copy && <input type="hidden" name="copy" value={fields.copy} />}
          <Fields page={page} isNew={program === null} fields={fields} messages={messages} />
          <div className="ui-buttons">
            <Button choice={{ name: 'step', value: 'save' }}>{program ? words.form.save : words.form.createNow}</Button>
            <Button kind="secondary" choice={{ name: 'step', value: 'preview' }}>
              {words.form.preview}
            </Button>
            <LinkButton kind="quiet" href={program ? programUrl(program.id) : PROGRAMS_URL}>
              {words.form.cancel}
            </LinkButton>
          </div>
          {program === null && <p className="ui-hint">{words.form.createMeans}</p>}
        </form>
      </div>
    </ConsolePage>
  );
}

type Messages = Partial<Record<ProgramField, string>>;

function messagesOf(page: PageContext, errors: ProgramErrors): Messages {
  const words = page.words.consolePrograms;
  return Object.fromEntries(
    PROGRAM_FIELDS.flatMap((field) => {
      const error = errors[field];
      if (!error) return [];
      const { invalid } = words.fields[field];
      switch (error.kind) {
        case 'line':
          return [[field, words.errors.line(error.line ?? 1) + invalid]];
        case 'twice':
          return [[field, words.errors.line(error.line ?? 1) + words.errors.twice]];
        case 'taken':
        case 'order':
        case 'unsaid':
          return [[field, words.errors[error.kind]]];
        default:
          return [[field, invalid]];
      }
    }),
  );
}

const labelsOf = (page: PageContext) =>
  Object.fromEntries(PROGRAM_FIELDS.map((field) => [field, page.words.consolePrograms.fields[field].label])) as Record<
    ProgramField,
    string
  >;

interface FieldsProps {
  page: PageContext;
  isNew: boolean;
  fields: FormFields;
  messages: Messages;
}

function Fields({ page, isNew, fields, messages }: FieldsProps) {
  const words = page.words.consolePrograms;
  const of = (name: ProgramField) => {
    const { label, hint } = words.fields[name];
    return { name, label, hint, value: fields[name], error: messages[name] };
  };
  return (
    <>
      <Field {...of('name')} isRequired />
      {isNew ? (
        <Field {...of('id')} isCode autoComplete="off" />
      ) : (
        <div className="ui-field">
          <p className="ui-label">{words.fields.id.fact}</p>
          <p className="ui-fixed-value">
            {page.site}/programs/{fields.id}
          </p>
          <p className="ui-hint">{words.form.idStays}</p>
        </div>
      )}
      <Field {...of('tagline')} />
      <TextField {...of('description_md')} rows={10} />
      <div className="ui-field-pair">
        <Field {...of('starts_on')} type="date" />
        <Field {...of('starts_time')} autoComplete="off" />
      </div>
      <div className="ui-field-pair">
        <Field {...of('ends_on')} type="date" />
        <Field {...of('ends_time')} autoComplete="off" />
      </div>
      <Field {...of('logs_required')} autoComplete="off" isRequired />
      <Field {...of('interview_questions')} autoComplete="off" isRequired />
      <TextField {...of('rubric')} rows={6} />
      <ChoiceField {...of('prize')} choices={PRIZES.map((value) => ({ value, text: words.prizes[value] }))} />
      <Field {...of('prize_name')} />
      <TextField {...of('documents')} rows={4} />
    </>
  );
}
