import { CsrfField, FormErrors } from '@shipyard/pages';
import { Button, Callout, Field, PersonText, Sum, sumText, Table } from '@shipyard/ui';
import type { CustomerView } from '../customers';
import type { KeyView } from '../keys';
import { listed, type PageContext, Part } from '../pages';
import { ConsolePage } from './console-page';
import { consoleUrl } from './console-parts';
import { canSpendOf, Status } from './customers.views';
import { EndOf, scopesText } from './keys.views';
import { withQuery } from './list-links';

export type CreditFields = Record<'amount_cny' | 'reason' | 'credit_key', string>;
export type CreditProblems = Partial<Record<'amount_cny' | 'reason', 'missing' | 'invalid' | 'too_low'>>;

interface CustomerProps {
  page: PageContext;
  customer: CustomerView;
  keys: KeyView[];
  fields: CreditFields;
  problems: CreditProblems;
  isCredited: boolean;
}

/** One customer: what it can spend, and its keys. */
export function CustomerPage({ page, customer, keys, isCredited, ...form }: CustomerProps) {
  const words = page.words.console.customers;
  const isError = Object.keys(form.problems).length > 0;
  return (
    <ConsolePage page={page} part="customers" title={customer.name} isError={isError}>
      <p className="ui-crumb">
        <a href={consoleUrl('customers')}>{words.title}</a>
      </p>
      <h1 className="ui-title">
        <PersonText text={customer.name} />
      </h1>
      <nav className="ui-buttons" aria-label={page.words.console.terms.links}>
        {(['terms', 'statements'] as const).map((step) => (
          <a key={step} href={consoleUrl('customers', customer.id, step)}>
            {page.words.console.terms[step]}
          </a>
        ))}
      </nav>
      {isCredited && (
        <div role="status">
          <Callout kind="tip" word={words.credited}>
            <p>{words.creditedLead(sumText(customer.balance_cny))}</p>
          </Callout>
        </div>
      )}
      <div className="ui-dry-run">
        <Facts page={page} customer={customer} />
        {page.session?.role !== 'viewer' && <CreditForm page={page} customer={customer} {...form} />}
      </div>
      <Keys page={page} keys={keys} customerId={customer.id} />
    </ConsolePage>
  );
}

function Facts({ page, customer }: Pick<CustomerProps, 'page' | 'customer'>) {
  const words = page.words.console.customers;
  const sums = [
    [words.canSpend, canSpendOf(customer)],
    [words.held, customer.held_cny],
    [words.balance, customer.balance_cny],
    [words.creditLine, customer.credit_line_cny],
  ] as const;
  return (
    <dl className="ui-fact-rows">
      <div>
        <dt>{words.status}</dt>
        <dd>
          <Status page={page} customer={customer} />
        </dd>
      </div>
      {sums.map(([term, cny]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            <Sum cny={cny} />
          </dd>
        </div>
      ))}
      <div>
        <dt>{words.id}</dt>
        <dd>
          <code>{customer.id}</code>
        </dd>
      </div>
      <div>
        <dt>{words.calls}</dt>
        <dd>
          <a href={`${consoleUrl('requests')}?customer_id=${customer.id}`}>{page.words.console.requests.title}</a>
        </dd>
      </div>
    </dl>
  );
}

type CreditFormProps = Pick<CustomerProps, 'page' | 'customer' | 'fields' | 'problems'>;

function CreditForm({ page, customer, fields, problems }: CreditFormProps) {
  const words = page.words.console.customers;
  const messages = {
    amount_cny: problems.amount_cny && words.amountProblems[problems.amount_cny],
    reason: problems.reason && words.reasonMissing,
  };
  return (
    <form
      className="ui-sheet ui-fields"
      method="post"
      action={consoleUrl('customers', customer.id, 'credits')}
      noValidate
    >
      <CsrfField page={page} />
      <input type="hidden" name="credit_key" value={fields.credit_key} />
      <h2 className="ui-section-title">{words.credit}</h2>
      <FormErrors
        words={page.words.console}
        messages={messages}
        labels={{ amount_cny: words.amount, reason: words.reason }}
      />
      <Field
        name="amount_cny"
        label={words.amount}
        hint={words.amountHint}
        value={fields.amount_cny}
        error={messages.amount_cny}
        autoComplete="off"
        isCode
        isRequired
      />
      <Field
        name="reason"
        label={words.reason}
        hint={words.reasonHint}
        value={fields.reason}
        error={messages.reason}
        autoComplete="off"
        isRequired
      />
      <div className="ui-buttons">
        <Button>{words.addCredit}</Button>
      </div>
    </form>
  );
}

function Keys({ page, keys, customerId }: Pick<CustomerProps, 'page' | 'keys'> & { customerId: string }) {
  const words = page.words.console.customers;
  return (
    <Part id="keys" title={words.keys}>
      {keys.length === 0 && <p className="ui-hint">{words.noKeys}</p>}
      <p>
        <a href={withQuery(consoleUrl('keys'), { customer_id: customerId })}>{words.allKeys}</a>
      </p>
      {keys.length > 0 && (
        <Table
          label={words.keys}
          rows={keys}
          keyOf={({ id }) => id}
          columns={[
            {
              name: words.name,
              cell: ({ id, name, last4 }) => (
                <>
                  <a href={consoleUrl('keys', id)}>
                    <PersonText text={name} />
                  </a>{' '}
                  <code className="ui-key-end">…{last4}</code>
                </>
              ),
            },
            { name: words.scopes, cell: ({ scopes }) => scopesText(page, scopes) },
            {
              name: words.models,
              cell: ({ models }) => (models === null ? words.allModels : listed(page.language, models)),
            },
            { name: words.ends, cell: (key) => <EndOf page={page} keyView={key} /> },
          ]}
        />
      )}
    </Part>
  );
}
