import { CsrfField, FormErrors, LocalTime } from '@shipyard/pages';
import { Button, Callout, CheckField, Field, PersonText, SelectField, sumText, Table } from '@shipyard/ui';
import { type KeyView, type Scope, SCOPES } from '../keys';
import { listed, Part } from '../pages';
import { nameIn } from '../products';
import { type KeyField, type KeyFields, type KeyProblems, scopeField } from './key-fields';
import type { MemberPage } from './member-pages';
import { UsagePage } from './usage-page';
import { usageUrl } from './usage-parts';

interface FormProps {
  page: MemberPage;
  fields: KeyFields;
  problems: KeyProblems;
}

interface KeysProps extends FormProps {
  items: KeyView[];
  isDone: boolean;
}

const isLive = ({ revoked_at, expires_at }: KeyView) =>
  revoked_at === null && (expires_at === null || Date.parse(expires_at) > Date.now());

const scopeName = ({ language, words }: MemberPage, scope: Scope) =>
  scope === 'keys' ? words.usage.keys.ownKeys : nameIn(language, scope);

export function KeysPage({ page, items, isDone, fields, problems }: KeysProps) {
  const words = page.words.usage.keys;
  const isOwner = page.session?.role === 'owner';
  const models = items.filter((key) => isLive(key) && key.scopes.includes('keys'));
  return (
    <UsagePage page={page} part="keys" title={words.title} isError={Object.keys(problems).length > 0}>
      <h1 className="ui-title">{words.title}</h1>
      {isDone && (
        <div role="status">
          <Callout kind="tip" word={words.done}>
            <p>{words.doneLead}</p>
          </Callout>
        </div>
      )}
      {items.length === 0 ? <p className="ui-hint">{words.none}</p> : <Rows page={page} items={items} />}
      {isOwner && (
        <Part id="new" title={words.create}>
          {models.length === 0 ? (
            <p className="ui-hint">{words.noLike}</p>
          ) : (
            <form className="ui-sheet ui-fields" method="post" action={usageUrl('keys')} noValidate>
              <CsrfField page={page} />
              <Errors page={page} problems={problems} />
              <SelectField
                name="like"
                label={words.like}
                hint={words.likeHint}
                value={fields.like}
                options={models.map(({ id, name, last4 }) => ({ value: id, text: `${name} (…${last4})` }))}
              />
              <TermFields page={page} fields={fields} problems={problems} />
              <div className="ui-buttons">
                <Button>{words.create}</Button>
              </div>
            </form>
          )}
        </Part>
      )}
    </UsagePage>
  );
}

function Rows({ page, items }: Pick<KeysProps, 'page' | 'items'>) {
  const words = page.words.usage.keys;
  const isOwner = page.session?.role === 'owner';
  return (
    <Table
      label={words.title}
      rows={items}
      keyOf={({ id }) => id}
      columns={[
        {
          name: words.name,
          cell: (key) =>
            isOwner && isLive(key) ? (
              <a href={usageUrl('keys', key.id)}>
                <PersonText text={key.name} />
              </a>
            ) : (
              <PersonText text={key.name} />
            ),
        },
        { name: words.secret, cell: ({ last4 }) => <code>gwk_…{last4}</code> },
        {
          name: words.scopes,
          cell: ({ scopes }) =>
            listed(
              page.language,
              scopes.map((scope) => scopeName(page, scope)),
            ),
        },
        { name: words.models, cell: ({ models }) => (models === null ? words.all : listed(page.language, models)) },
        {
          name: words.budget,
          cell: ({ budget }) =>
            budget === null ? words.unlimited : words.budgetOf(sumText(budget.amount_cny), budget.period),
        },
        { name: words.ends, cell: (key) => <EndOf page={page} keyView={key} /> },
      ]}
    />
  );
}

function EndOf({ page, keyView: { revoked_at, expires_at } }: { page: MemberPage; keyView: KeyView }) {
  const words = page.words.usage.keys;
  if (revoked_at !== null)
    return (
      <>
        {words.revoked} <LocalTime page={page} time={new Date(revoked_at)} />
      </>
    );
  return expires_at === null ? words.never : <LocalTime page={page} time={new Date(expires_at)} />;
}

const messageOf = (page: MemberPage, problems: KeyProblems, field: KeyField): string | undefined => {
  const words = page.words.usage.keys;
  const problem = problems[field];
  return problem && (problem === 'notAllowed' ? words.notAllowed : words.invalid[field]);
};

function Errors({ page, problems }: Pick<FormProps, 'page' | 'problems'>) {
  const words = page.words.usage.keys;
  const names = ['name', 'models', 'rpm', 'tpm', 'budget', 'period'] as const;
  const messages = Object.fromEntries(names.map((name) => [name, messageOf(page, problems, name)]));
  const ofScopes = { [scopeField('text')]: messageOf(page, problems, 'scopes') };
  return (
    <FormErrors
      words={page.words.console}
      messages={{ ...messages, ...ofScopes }}
      labels={{
        name: words.name,
        [scopeField('text')]: words.scopes,
        models: words.models,
        rpm: words.rpm,
        tpm: words.tpm,
        budget: words.budget,
        period: words.period,
      }}
    />
  );
}

function TermFields({ page, fields, problems }: FormProps) {
  const words = page.words.usage.keys;
  const message = (field: KeyField) => messageOf(page, problems, field);
  return (
    <>
      <Field
        name="name"
        label={words.name}
        hint={words.nameHint}
        value={fields.name}
        error={message('name')}
        autoComplete="off"
        isRequired
      />
      <ScopeFields page={page} fields={fields} error={message('scopes')} />
      <Field
        name="models"
        label={words.models}
        hint={words.modelsHint}
        value={fields.models}
        error={message('models')}
        autoComplete="off"
        isCode
      />
      {(['rpm', 'tpm'] as const).map((name) => (
        <Field
          key={name}
          name={name}
          label={words[name]}
          hint={words.limitHint}
          value={fields[name]}
          error={message(name)}
          autoComplete="off"
          isCode
        />
      ))}
      <BudgetFields page={page} fields={fields} problems={problems} />
    </>
  );
}

function BudgetFields({ page, fields, problems }: FormProps) {
  const words = page.words.usage.keys;
  return (
    <>
      <Field
        name="budget"
        label={words.budget}
        hint={words.limitHint}
        value={fields.budget}
        error={messageOf(page, problems, 'budget')}
        autoComplete="off"
        isCode
      />
      <SelectField
        name="period"
        label={words.period}
        value={fields.period}
        error={messageOf(page, problems, 'period')}
        options={(['day', 'month'] as const).map((value) => ({ value, text: words.periods[value] }))}
      />
    </>
  );
}

interface ScopesProps extends Pick<FormProps, 'page' | 'fields'> {
  error: string | undefined;
}

function ScopeFields({ page, fields, error }: ScopesProps) {
  const words = page.words.usage.keys;
  return (
    <fieldset className="ui-choice">
      <legend className="ui-label">{words.scopes}</legend>
      {SCOPES.map((scope, at) => (
        <CheckField
          key={scope}
          name={scopeField(scope)}
          label={scopeName(page, scope)}
          error={at === 0 ? error : undefined}
          isChecked={fields.scopes.includes(scope)}
        />
      ))}
    </fieldset>
  );
}

export function KeyPage({ page, keyView, fields, problems }: FormProps & { keyView: KeyView }) {
  const words = page.words.usage.keys;
  return (
    <UsagePage page={page} part="keys" title={keyView.name} isError={Object.keys(problems).length > 0}>
      <p className="ui-crumb">
        <a href={usageUrl('keys')}>{words.title}</a>
      </p>
      <h1 className="ui-title">
        <PersonText text={keyView.name} />
      </h1>
      <p className="ui-lead">
        <code>gwk_…{keyView.last4}</code>
      </p>
      <form className="ui-sheet ui-fields" method="post" action={usageUrl('keys', keyView.id)} noValidate>
        <CsrfField page={page} />
        <h2 className="ui-section-title">{words.limits}</h2>
        <p className="ui-hint">{words.within}</p>
        <Errors page={page} problems={problems} />
        <TermFields page={page} fields={fields} problems={problems} />
        <div className="ui-buttons">
          <Button>{words.save}</Button>
        </div>
      </form>
      <Step page={page} keyView={keyView} step="rotate" />
      <Step page={page} keyView={keyView} step="revoke" />
    </UsagePage>
  );
}

function Step({ page, keyView, step }: { page: MemberPage; keyView: KeyView; step: 'rotate' | 'revoke' }) {
  const words = page.words.usage.keys;
  const { title, lead, send } = words[step];
  return (
    <Part id={step} title={title}>
      <p className="ui-text">{lead}</p>
      <form method="post" action={usageUrl('keys', keyView.id, step)}>
        <CsrfField page={page} />
        <div className="ui-buttons">
          <Button kind={step === 'revoke' ? 'danger' : 'secondary'}>{send}</Button>
        </div>
      </form>
    </Part>
  );
}

export function SecretPage({ page, key, secret }: { page: MemberPage; key: KeyView; secret: string }) {
  const words = page.words.usage.keys;
  return (
    <UsagePage page={page} part="keys" title={words.keep}>
      <div className="ui-column">
        <h1 className="ui-title">{words.keep}</h1>
        <p className="ui-lead">{words.keepLead}</p>
        <p className="ui-sheet">
          <code className="ui-secret">{secret}</code>
        </p>
        {key.previous_valid_until !== null && (
          <p className="ui-text">
            {words.oldUntil} <LocalTime page={page} time={new Date(key.previous_valid_until)} />
          </p>
        )}
        <div className="ui-buttons">
          <a className="ui-button ui-button-primary" href={usageUrl('keys')}>
            {words.kept}
          </a>
        </div>
      </div>
    </UsagePage>
  );
}
