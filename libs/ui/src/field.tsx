import type { ReactNode } from 'react';
import { Icon } from './icons';

interface FieldText {
  /** Also the id of the control, so that an error summary can link to it. */
  name: string;
  label: string;
  hint?: string;
  error?: string;
}

export interface FieldProps extends FieldText {
  type?: 'text' | 'email' | 'password' | 'search' | 'date' | 'time' | 'tel';
  value?: string;
  autoComplete?: string;
  isRequired?: boolean;
  pattern?: string;
  /** Whether it takes a code or an address, which no keyboard should correct. */
  isCode?: boolean;
  /** The id of the field whose text a script suggests a slug from. */
  slugFrom?: string;
  limit?: FieldLimit;
}

/** For a script, which refuses a longer text before it is sent. */
export interface FieldLimit {
  /** In characters. */
  most: number;
  /** `{count}`: how many there are. */
  message: string;
}

/** Without it, browsers let people type years of six digits. */
const LAST_DATE = '9999-12-31';

/**
 * A label above, the input, then its hint and its error. No field has a maximum length: browsers cut off what is typed
 * beyond it, and say nothing.
 */
export function Field(props: FieldProps) {
  const { name, label, hint, error, type = 'text', value, isRequired, isCode, slugFrom, limit, ...rest } = props;
  return (
    <Framed {...{ name, label, hint, error }} after={slugFrom && <p className="ui-hint ui-slug-hint" data-slug-hint />}>
      <input
        className="ui-input"
        id={name}
        name={name}
        type={type}
        defaultValue={value}
        required={isRequired}
        {...describedBy({ name, hint, error })}
        {...((type === 'email' || isCode) && { autoCapitalize: 'none', spellCheck: false })}
        data-slug-from={slugFrom}
        {...limitedBy(limit)}
        {...(type === 'date' && { max: LAST_DATE })}
        {...rest}
      />
    </Framed>
  );
}

type CredentialProps = Omit<FieldProps, 'name' | 'type' | 'isRequired'> & { name?: string };

/** Browsers fill in the visitor’s own address. With `username`, they fill in the one that they keep with a password. */
export const EmailField = ({ name = 'email', autoComplete = 'email', ...field }: CredentialProps) => (
  <Field {...field} name={name} type="email" autoComplete={autoComplete} isRequired />
);

/** Fills in as the password that is in force. `new-password` offers to make one. */
export const PasswordField = ({ name = 'password', autoComplete = 'current-password', ...field }: CredentialProps) => (
  <Field {...field} name={name} type="password" autoComplete={autoComplete} isRequired />
);

export interface SelectFieldProps extends FieldText {
  options: readonly { value: string; text: string; lang?: string }[];
  value?: string;
  autoComplete?: string;
}

/** A list of choices of which one is taken. A value that is not among them chooses the first. */
export function SelectField({ name, label, hint, error, options, value, autoComplete }: SelectFieldProps) {
  const chosen = options.some((option) => option.value === value) ? value : options[0]?.value;
  return (
    <Framed {...{ name, label, hint, error }}>
      <select
        className="ui-input ui-select"
        id={name}
        name={name}
        defaultValue={chosen}
        autoComplete={autoComplete}
        {...describedBy({ name, hint, error })}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} lang={option.lang}>
            {option.text}
          </option>
        ))}
      </select>
    </Framed>
  );
}

export interface TextFieldProps extends FieldText {
  value?: string;
  rows?: number;
  autoComplete?: string;
  isRequired?: boolean;
  /** Whether it takes code, which has letters of one width and no spelling. */
  isCode?: boolean;
  limit?: FieldLimit;
}

/** Like `Field`, for text of several lines. */
export function TextField(props: TextFieldProps) {
  const { name, label, hint, error, value, rows = 4, isRequired, isCode, limit, ...rest } = props;
  return (
    <Framed {...{ name, label, hint, error }}>
      <textarea
        className={isCode ? 'ui-input ui-input-lines ui-input-code' : 'ui-input ui-input-lines'}
        id={name}
        name={name}
        rows={rows}
        required={isRequired}
        // The HTML parser drops a line end at the start.
        defaultValue={value?.startsWith('\n') ? `\n${value}` : value}
        {...describedBy({ name, hint, error })}
        {...(isCode && { autoCapitalize: 'none', spellCheck: false })}
        {...limitedBy(limit)}
        {...rest}
      />
    </Framed>
  );
}

const limitedBy = (limit: FieldLimit | undefined) =>
  limit && { 'data-most': limit.most, 'data-too-long': limit.message };

export interface FileFieldProps extends FieldText {
  /** The media types, with commas between them. */
  accept: string;
  isMultiple?: boolean;
}

/** A file to choose, or several. A browser never fills it in again. */
export function FileField({ name, label, hint, error, accept, isMultiple }: FileFieldProps) {
  return (
    <Framed {...{ name, label, hint, error }}>
      <input
        className="ui-input ui-input-file"
        id={name}
        name={name}
        type="file"
        accept={accept}
        multiple={isMultiple}
        {...describedBy({ name, hint, error })}
      />
    </Framed>
  );
}

export interface ChoiceFieldProps extends FieldText {
  value?: string;
  choices: readonly { value: string; text: ReactNode; hint?: ReactNode }[];
}

/** One of a few choices, all of them seen. */
export function ChoiceField({ name, label, hint, error, value, choices }: ChoiceFieldProps) {
  return (
    <fieldset className="ui-choice" aria-describedby={describedBy({ name, hint, error })['aria-describedby']}>
      <legend className="ui-label">{label}</legend>
      {choices.map((choice, index) => {
        // The first has the field's id, so that an error summary can link to it.
        const id = index === 0 ? name : `${name}-${choice.value}`;
        return (
          <div key={choice.value} className="ui-check">
            <input
              className="ui-check-box ui-check-round"
              id={id}
              name={name}
              type="radio"
              value={choice.value}
              defaultChecked={choice.value === value}
              aria-describedby={choice.hint ? `${id}-more` : undefined}
            />
            <label className="ui-check-label" htmlFor={id}>
              {choice.text}
            </label>
            {choice.hint && (
              <p className="ui-hint ui-check-more" id={`${id}-more`}>
                {choice.hint}
              </p>
            )}
          </div>
        );
      })}
      <HintAndError name={name} hint={hint} error={error} />
    </fieldset>
  );
}

export interface CheckFieldProps extends FieldText {
  isChecked?: boolean;
  isRequired?: boolean;
}

/** A box to check, with its label at its right. */
export function CheckField({ name, label, hint, error, isChecked, isRequired }: CheckFieldProps) {
  return (
    <div className="ui-check">
      <input
        className="ui-check-box"
        id={name}
        name={name}
        type="checkbox"
        value="yes"
        defaultChecked={isChecked}
        required={isRequired}
        {...describedBy({ name, hint, error })}
      />
      <label className="ui-check-label" htmlFor={name}>
        {label}
      </label>
      <div className="ui-check-more">
        <HintAndError name={name} hint={hint} error={error} />
      </div>
    </div>
  );
}

const hintId = (name: string) => `${name}-hint`;
const errorId = (name: string) => `${name}-error`;

function describedBy({ name, hint, error }: Omit<FieldText, 'label'>) {
  const ids = [...(hint ? [hintId(name)] : []), ...(error ? [errorId(name)] : [])];
  return { 'aria-describedby': ids.join(' ') || undefined, 'aria-invalid': error ? (true as const) : undefined };
}

/** Its label above the control, and what is said of it below. */
function Framed({ label, children, after, ...said }: FieldText & { children: ReactNode; after?: ReactNode }) {
  return (
    <div className="ui-field">
      <label className="ui-label" htmlFor={said.name}>
        {label}
      </label>
      {children}
      <HintAndError {...said} />
      {after}
    </div>
  );
}

function HintAndError({ name, hint, error }: Omit<FieldText, 'label'>): ReactNode {
  return (
    <>
      {hint && (
        <p className="ui-hint" id={hintId(name)}>
          {hint}
        </p>
      )}
      {error && (
        <p className="ui-field-error" id={errorId(name)}>
          <Icon name="warning" />
          <span>{error}</span>
        </p>
      )}
    </>
  );
}

export interface ErrorSummaryProps {
  title: string;
  errors: readonly { field: string; message: string }[];
}

/** Stands above a form that was refused. It takes the focus, and its links lead to the fields. */
export function ErrorSummary({ title, errors }: ErrorSummaryProps) {
  return (
    <div className="ui-summary" role="alert" tabIndex={-1} autoFocus>
      <h2 className="ui-summary-title">{title}</h2>
      <ul>
        {errors.map(({ field, message }) => (
          <li key={field}>
            <a href={`#${field}`}>{message}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}
