import { ButtonForm, CsrfField, LocalTime } from '@shipyard/pages';
import { Button, Callout, grouped, Icon, PersonText, SelectField, Sum } from '@shipyard/ui';
import { listed, type PageContext, Part } from '../pages';
import type { UsageView } from '../request-log';
import { ConsolePage } from './console-page';
import { consoleUrl } from './console-parts';
import { type KeyFacts, USAGE_DAYS } from './key-facts.query';
import { KeyFieldSet, type KeyFieldsProps } from './key-fields.views';
import { BudgetUse, EndOf, limitsText, scopesText } from './keys.views';
import { withQuery } from './list-links';

export const KEY_NEWS = ['saved', 'revoked', 'changed', 'made'] as const;
export type KeyNews = (typeof KEY_NEWS)[number];

export const GRACES = ['86400', '3600', '604800', '0'] as const;

interface KeyProps {
  page: PageContext;
  facts: KeyFacts;
  byModel: UsageView[];
  form: Omit<KeyFieldsProps, 'page'>;
  /** What just happened. */
  news: KeyNews | null;
}

/** One key: what it may do, what it used, and how it ends. */
export function KeyPage({ page, facts, byModel, form, news }: KeyProps) {
  const words = page.words.console.keys;
  const { key, customer } = facts;
  const mayChange = page.session?.role !== 'viewer' && key.revoked_at === null;
  return (
    <ConsolePage page={page} part="keys" title={key.name} isError={Object.keys(form.problems).length > 0}>
      <p className="ui-crumb">
        <a href={withQuery(consoleUrl('keys'), { customer_id: customer.id })}>
          <PersonText text={words.ofCustomer(customer.name)} />
        </a>
      </p>
      <h1 className="ui-title">
        <PersonText text={key.name} />
      </h1>
      {news && <News page={page} news={news} />}
      <div className="ui-overview">
        <Facts page={page} facts={facts} />
        <Usage page={page} byModel={byModel} />
      </div>
      {mayChange && (
        <>
          <ChangeForm page={page} keyId={key.id} form={form} />
          <div className="ui-overview ui-console-halves">
            <RotateForm page={page} facts={facts} />
            <RevokeForm page={page} facts={facts} />
          </div>
        </>
      )}
    </ConsolePage>
  );
}

function News({ page, news }: { page: PageContext; news: KeyNews }) {
  const words = page.words.console.keys;
  const [word, text, isGood] = {
    saved: [words.saved, words.savedLead, true],
    revoked: [words.revokedNow, words.revokedNowLead, true],
    changed: [words.notRotated, words.notRotatedLead, false],
    made: [words.alreadyMade, words.alreadyMadeLead, false],
  }[news] as [string, string, boolean];
  return (
    <div role={isGood ? 'status' : 'alert'}>
      <Callout kind={isGood ? 'tip' : 'warning'} word={word}>
        <p>{text}</p>
      </Callout>
    </div>
  );
}

function Standing({ page, facts: { key, customer } }: Pick<KeyProps, 'page' | 'facts'>) {
  const words = page.words.console.keys;
  const isOver = key.expires_at !== null && Date.parse(key.expires_at) <= Date.now();
  if (key.revoked_at === null && !isOver && customer.status === 'active')
    return (
      <span className="ui-state ui-tone-ok">
        <Icon name="tip" /> {words.works}
      </span>
    );
  return (
    <span className="ui-state ui-tone-stop">
      <Icon name="caution" /> {key.revoked_at !== null ? words.revokedWord : isOver ? words.endedWord : words.suspended}
    </span>
  );
}

function Facts({ page, facts }: Pick<KeyProps, 'page' | 'facts'>) {
  const words = page.words.console.keys;
  const { key, customer } = facts;
  return (
    <dl className="ui-console-facts">
      <dt>{page.words.console.customers.status}</dt>
      <dd>
        <Standing page={page} facts={facts} />
      </dd>
      <dt>{words.customer}</dt>
      <dd>
        <a href={consoleUrl('customers', customer.id)}>
          <PersonText text={customer.name} />
        </a>
      </dd>
      <dt>{words.secret}</dt>
      <dd>
        <code>{key.last4}</code>
        {key.previous_valid_until !== null && Date.parse(key.previous_valid_until) > Date.now() && (
          <>
            {' '}
            · {words.oldSecret} <LocalTime page={page} time={new Date(key.previous_valid_until)} />
          </>
        )}
      </dd>
      <dt>{words.scopes}</dt>
      <dd>{scopesText(page, key.scopes)}</dd>
      <dt>{words.models}</dt>
      <dd>{key.models === null ? words.allModels : listed(page.language, key.models)}</dd>
      <dt>{words.limits}</dt>
      <dd>{limitsText(page, key)}</dd>
      <dt>{words.budget}</dt>
      <dd>
        <BudgetUse page={page} facts={facts} />
      </dd>
      <dt>{words.addresses}</dt>
      <dd>{key.allowed_ips === null ? words.everywhere : listed(page.language, key.allowed_ips)}</dd>
      <dt>{words.ends}</dt>
      <dd>
        <EndOf page={page} keyView={key} />
      </dd>
      <dt>{key.created_by_key_id === null ? words.made : words.madeByKey}</dt>
      <dd>
        <LocalTime page={page} time={new Date(key.created_at)} />
      </dd>
      <dt>{words.id}</dt>
      <dd>
        <code>{key.id}</code>
      </dd>
      <dt>{words.calls}</dt>
      <dd>
        <a href={withQuery(consoleUrl('requests'), { key_id: key.id })}>{page.words.console.requests.title}</a>
      </dd>
    </dl>
  );
}

function Usage({ page, byModel }: Pick<KeyProps, 'page' | 'byModel'>) {
  const words = page.words.console.keys;
  return (
    <Part id="usage" title={words.usage(USAGE_DAYS)}>
      {byModel.length === 0 ? (
        <p className="ui-hint">{words.noUsage}</p>
      ) : (
        <dl className="ui-fact-rows">
          {byModel.map(({ model, requests, errors, cost_cny }) => (
            <div key={model ?? ''}>
              <dt>{model ?? '–'}</dt>
              <dd>
                {words.requests} {grouped(String(requests))}
                {errors > 0 && ` · ${words.failed} ${grouped(String(errors))}`}
              </dd>
              <dd>
                <Sum cny={cost_cny} /> CNY
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Part>
  );
}

function ChangeForm({ page, keyId, form }: { page: PageContext; keyId: string; form: KeyProps['form'] }) {
  const words = page.words.console.keys;
  return (
    <Part id="change" title={words.change}>
      <p className="ui-hint">{words.changeLead}</p>
      <form className="ui-sheet ui-fields ui-console-form" method="post" action={consoleUrl('keys', keyId)} noValidate>
        <CsrfField page={page} />
        <KeyFieldSet page={page} {...form} />
        <div className="ui-buttons">
          <Button>{words.save}</Button>
        </div>
      </form>
    </Part>
  );
}

function RotateForm({ page, facts: { key } }: Pick<KeyProps, 'page' | 'facts'>) {
  const words = page.words.console.keys;
  return (
    <Part id="rotate" title={words.rotate}>
      <p>{words.rotateLead}</p>
      <form className="ui-fields" method="post" action={consoleUrl('keys', key.id, 'rotate')}>
        <CsrfField page={page} />
        <input type="hidden" name="seen" value={key.last4} />
        <SelectField
          name="grace"
          label={words.grace}
          options={GRACES.map((value) => ({ value, text: words.graces[value] }))}
        />
        <div className="ui-buttons">
          <Button kind="secondary">{words.rotateSend}</Button>
        </div>
      </form>
    </Part>
  );
}

function RevokeForm({ page, facts: { key, customer, requests } }: Pick<KeyProps, 'page' | 'facts'>) {
  const words = page.words.console.keys;
  return (
    <Part id="revoke" title={words.revoke}>
      <p>
        <PersonText text={words.revokeLead(key.name, customer.name)} />{' '}
        {words.revokeLosses(grouped(String(requests)), USAGE_DAYS)}
      </p>
      <ButtonForm page={page} action={consoleUrl('keys', key.id, 'revoke')} kind="danger">
        <PersonText text={words.revokeSend(key.name)} />
      </ButtonForm>
    </Part>
  );
}
