import { CopyButton, ButtonForm, CsrfField, longDate, Time, utcDayOf } from '@shipyard/pages';
import { Button, Field, LinkButton, PasswordField, PersonText, SelectField } from '@shipyard/ui';
import type { NewTokenView, TokenView } from '../../accounts';
import type { PageContext } from '../page-context';
import { type Messages, Part, type SettingsProps } from './settings-part';

export function Tokens({ page, tokens, nextTokenId, values, saved, messages }: SettingsProps & { messages: Messages }) {
  const { tokens: words } = page.words.settings;
  return (
    <Part part="tokens" title={words.title} saved={saved === 'revoked' ? words.revokedNow : null}>
      <p className="ui-text">{words.lead}</p>
      <TokenList page={page} tokens={tokens.filter(({ client_id: clientId }) => clientId === null)} />
      <TokenForm page={page} nextTokenId={nextTokenId} values={values} messages={messages} />
    </Part>
  );
}

export function ConnectedApps({ page, tokens, cliPackage }: Pick<SettingsProps, 'page' | 'tokens' | 'cliPackage'>) {
  const { apps: words } = page.words.settings;
  return (
    <Part part="apps" title={words.title}>
      <p className="ui-text">{words.lead}</p>
      <TokenList page={page} tokens={tokens.filter(({ client_id: clientId }) => clientId !== null)} />
      <p className="ui-text">{words.onTheWeb}</p>
      <code className="ui-copyable" id="mcp-url" translate="no">
        {page.site}/mcp
      </code>
      <div className="ui-buttons">
        <CopyButton of="mcp-url">{words.copy}</CopyButton>
      </div>
      <p className="ui-text">
        {words.onThisComputer.install}
        <code translate="no">{`npm install -g ${cliPackage}`}</code>
        {words.onThisComputer.before}
        <code translate="no">shipyard login</code>
        {words.onThisComputer.between}
        <code translate="no">shipyard mcp</code>
        {words.onThisComputer.after}
      </p>
      <ul className="ui-links">
        <li>
          <a href="/assistants">{words.more}</a>
        </li>
      </ul>
    </Part>
  );
}

function TokenList({ page, tokens }: Pick<SettingsProps, 'page' | 'tokens'>) {
  return (
    tokens.length > 0 && (
      <ul className="ui-tokens">
        {tokens.map((token) => (
          <TokenRow key={token.id} page={page} token={token} />
        ))}
      </ul>
    )
  );
}

type TokenFormProps = Pick<SettingsProps, 'page' | 'nextTokenId' | 'values'> & { messages: Messages };

function TokenForm({ page, nextTokenId, values, messages }: TokenFormProps) {
  const { tokens: words } = page.words.settings;
  return (
    <form
      className="ui-sheet ui-fields"
      method="post"
      action="/studio/settings/tokens"
      data-draft="settings:token"
      noValidate
    >
      <CsrfField page={page} />
      <input type="hidden" name="token_id" value={nextTokenId} />
      <Field
        name="token_name"
        label={words.name}
        hint={words.nameHint}
        value={values.token_name}
        error={messages.token_name}
        autoComplete="off"
        isRequired
      />
      <SelectField
        name="token_powers"
        label={words.powers}
        hint={words.powersHint}
        value={values.token_powers ?? 'projects'}
        options={[
          { value: 'projects', text: words.projects },
          { value: 'projects_and_reviews', text: words.projectsAndReviews },
          { value: 'everything', text: words.everything },
        ]}
      />
      <Field
        name="token_expires"
        type="date"
        label={words.expires}
        hint={words.expiresHint}
        value={values.token_expires}
        error={messages.token_expires}
      />
      {messages.token_password && (
        <PasswordField name="token_password" label={words.password} error={messages.token_password} />
      )}
      <div className="ui-buttons">
        <Button kind="secondary">{words.make}</Button>
      </div>
    </form>
  );
}

function TokenRow({ page, token }: { page: PageContext; token: TokenView }) {
  const { tokens: words } = page.words.settings;
  const isEnded = token.expires_at !== null && Date.parse(token.expires_at) <= Date.now();
  return (
    <li className="ui-token ui-spread">
      <div>
        <p className="ui-token-name">
          <PersonText text={token.name} /> <code>…{token.last4}</code>
        </p>
        <Powers page={page} token={token} />
        <p className="ui-small">
          {words.made} <Day page={page} at={token.created_at} />
          {' · '}
          {token.expires_at === null ? (
            words.never
          ) : (
            <>
              {words.ends} <Day page={page} at={token.expires_at} />
            </>
          )}
          {' · '}
          {token.last_used_at === null ? (
            words.unused
          ) : (
            <>
              {words.used} <Day page={page} at={token.last_used_at} />
            </>
          )}
        </p>
      </div>
      {token.revoked_at !== null || isEnded ? (
        <p className="ui-small">{token.revoked_at === null ? words.ended : words.revoked}</p>
      ) : (
        <ButtonForm page={page} action={`/studio/settings/tokens/${token.id}/revoke`} kind="danger" isBeside>
          {words.revoke}
          <span className="ui-unseen">: {token.name}</span>
        </ButtonForm>
      )}
    </li>
  );
}

/** What the program that holds the token may do. */
function Powers({ page: { words }, token: { scopes } }: { page: PageContext; token: TokenView }) {
  const powers = scopes?.map((scope) => words.connect.consent.scopes[scope]) ?? [words.settings.apps.everything];
  return (
    <ul className="ui-small">
      {powers.map((power) => (
        <li key={power}>{power}</li>
      ))}
    </ul>
  );
}

function Day({ page, at }: { page: PageContext; at: string }) {
  const time = new Date(at);
  return <Time time={time}>{longDate(page.language, utcDayOf(time))}</Time>;
}

/** The only page that ever shows the secret. */
export function NewToken({ page, token }: { page: PageContext; token: NewTokenView }) {
  const { tokens: words } = page.words.settings;
  return (
    <div className="ui-column">
      <h1 className="ui-title">{words.newTitle}</h1>
      <p className="ui-lead">{words.newLead}</p>
      <p>
        <PersonText text={token.name} />
      </p>
      <code className="ui-copyable" id="secret" translate="no">
        {token.token}
      </code>
      <div className="ui-buttons">
        <CopyButton of="secret">{words.copy}</CopyButton>
        <LinkButton href="/studio/settings#tokens">{words.kept}</LinkButton>
      </div>
    </div>
  );
}
