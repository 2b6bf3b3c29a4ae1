import { CsrfField, LocalTime } from '@shipyard/pages';
import { Button, Callout, LinkButton, PersonText } from '@shipyard/ui';
import type { CustomerView } from '../customers';
import type { KeyView } from '../keys';
import { type PageContext } from '../pages';
import { ConsolePage } from './console-page';
import { consoleUrl } from './console-parts';
import { FindCustomer, Status } from './customers.views';
import { KeyFieldSet, type KeyFieldsProps } from './key-fields.views';
import { withQuery } from './list-links';

interface ChooseProps {
  page: PageContext;
  name: string;
  items: CustomerView[];
}

/** Whose key it will be. */
export function ChooseCustomerPage({ page, name, items }: ChooseProps) {
  const { keys: words, customers } = page.words.console;
  const url = `${consoleUrl('keys')}/new`;
  return (
    <ConsolePage page={page} part="keys" title={words.make}>
      <p className="ui-crumb">
        <a href={consoleUrl('keys')}>{words.title}</a>
      </p>
      <h1 className="ui-title">{words.make}</h1>
      <p className="ui-lead">{words.choose}</p>
      <FindCustomer page={page} name={name} action={url} />
      {items.length === 0 ? (
        <p className="ui-lead">{name === '' ? customers.none : customers.noneLikeThat}</p>
      ) : (
        <ul className="ui-price-times" aria-label={customers.title}>
          {items.map((customer) => (
            <li key={customer.id}>
              <a href={withQuery(url, { customer_id: customer.id })}>
                <PersonText text={customer.name} />
              </a>{' '}
              <Status page={page} customer={customer} /> <code className="ui-hint">{customer.id}</code>
            </li>
          ))}
        </ul>
      )}
    </ConsolePage>
  );
}

/** The form of a new key. */
export function NewKeyPage({ page, customer, fields, problems }: KeyFieldsProps & { customer: CustomerView }) {
  const words = page.words.console.keys;
  return (
    <ConsolePage page={page} part="keys" title={words.make} isError={Object.keys(problems).length > 0}>
      <p className="ui-crumb">
        <a href={consoleUrl('keys')}>{words.title}</a>
      </p>
      <h1 className="ui-title">{words.make}</h1>
      <p className="ui-lead">{words.makeLead}</p>
      <form className="ui-sheet ui-fields ui-console-form" method="post" action={consoleUrl('keys')} noValidate>
        <CsrfField page={page} />
        <input type="hidden" name="key_id" value={fields.key_id} />
        <input type="hidden" name="customer_id" value={fields.customer_id} />
        <p>
          {words.customer}:{' '}
          <b>
            <PersonText text={customer.name} />
          </b>{' '}
          <a href={`${consoleUrl('keys')}/new`}>{words.chooseOther}</a>
        </p>
        <KeyFieldSet page={page} fields={fields} problems={problems} />
        <div className="ui-buttons">
          <Button>{words.make}</Button>
        </div>
      </form>
    </ConsolePage>
  );
}

interface SecretProps {
  page: PageContext;
  keyView: KeyView;
  secret: string;
  /** The end of the secret before this one. Null for a new key. */
  oldLast4: string | null;
}

/** The one time that a secret is shown. No address shows it again. */
export function SecretPage({ page, keyView: key, secret, oldLast4 }: SecretProps) {
  const words = page.words.console.keys;
  const until = key.previous_valid_until;
  return (
    <ConsolePage page={page} part="keys" title={words.newSecret}>
      <p className="ui-crumb">
        <PersonText text={key.name} />
      </p>
      <h1 className="ui-title">{words.newSecret}</h1>
      <Callout kind="important" word={words.secretField}>
        <p>
          <code className="ui-shown-secret" translate="no">
            {secret}
          </code>
        </p>
        <p>{words.newSecretLead}</p>
      </Callout>
      {oldLast4 !== null && (
        <p>
          {words.rotated(oldLast4)}{' '}
          {until === null ? (
            words.endedAtOnce
          ) : (
            <>
              {words.worksUntil} <LocalTime page={page} time={new Date(until)} />
            </>
          )}
        </p>
      )}
      <p className="ui-buttons">
        <LinkButton href={consoleUrl('keys', key.id)}>{words.keptIt}</LinkButton>
      </p>
    </ConsolePage>
  );
}
