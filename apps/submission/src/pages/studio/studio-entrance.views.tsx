import { Button, Field, LinkButton, Message, TextField } from '@shipyard/ui';
import type { FormFields } from '@shipyard/http';
import { Page } from '../page';
import type { PageContext } from '../page-context';
import type { LogInProblem } from '../sign-in/sign-in.attempt';
import { LogInFields, LogInProblemAbove } from '../sign-in/sign-in.views';
import type { Words } from '../words/words';
import type { StudioFormOptions } from './studio-form';
import { LOG_IN_PREFIX } from './studio-form-names';

interface KeptFields {
  fields: FormFields;
  options: StudioFormOptions;
}

/** Hidden inputs for what a form carries along. */
function CarriedFields({ fields, options: { keeps = {} } }: KeptFields) {
  return Object.entries(fields)
    .filter(([name]) => Object.hasOwn(keeps, name))
    .map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}

interface LogInAgainProps extends KeptFields {
  page: PageContext;
  email: string | null;
  problem: LogInProblem | null;
  action: string;
}

/** The session ended while somebody wrote. */
export function LogInAgainPage({ page, email, problem, action, ...kept }: LogInAgainProps) {
  const words = page.words.studio.entrance.ended;
  return (
    <Page page={page} title={words.title} isError={problem !== null}>
      <Message title={words.title} lead={words.lead}>
        <LogInProblemAbove page={page} problem={problem} prefix={LOG_IN_PREFIX} />
        <form className="ui-sheet ui-fields" method="post" action={action} noValidate>
          <CarriedFields {...kept} />
          <LogInFields words={page.words} email={email ?? ''} problem={problem} prefix={LOG_IN_PREFIX} />
        </form>
      </Message>
    </Page>
  );
}

interface KeptFormProps extends KeptFields {
  page: PageContext;
  words: Words['studio']['entrance']['again'];
  csrfToken: string;
  action: string;
}

const LONG = 120;

/** What was typed before the session ended, ready to send. */
export function KeptFormPage({ page, words, csrfToken, action, fields, options }: KeptFormProps) {
  const { keeps = {}, photos } = options;
  const kept = Object.entries(fields).flatMap(([name, value]) => {
    const labelOf = keeps[name];
    return Object.hasOwn(keeps, name) ? [{ name, value, label: labelOf ? labelOf(page.words) : null }] : [];
  });
  return (
    <Page page={page} title={words.title}>
      <Message title={words.title} lead={words.lead}>
        <form
          className="ui-sheet ui-fields"
          method="post"
          action={action}
          encType={photos && 'multipart/form-data'}
          data-kept
        >
          <input type="hidden" name="csrf_token" value={csrfToken} />
          {kept.map(({ name, value, label }) => {
            if (label === null) return <input key={name} type="hidden" name={name} value={value} />;
            return value.includes('\n') || value.length > LONG ? (
              <TextField key={name} name={name} label={label} value={value} rows={12} />
            ) : (
              <Field key={name} name={name} label={label} value={value} />
            );
          })}
          {photos?.inputs(page.words)}
          <div className="ui-buttons">
            <Button>{words.send}</Button>
            <LinkButton kind="quiet" href="/studio">
              {words.leave}
            </LinkButton>
          </div>
        </form>
      </Message>
    </Page>
  );
}

export function NotYoursPage({ page, slug }: { page: PageContext; slug: string }) {
  const words = page.words.studio.entrance.notYours;
  return (
    <Page page={page} title={words.title} isError>
      <Message title={words.title} lead={words.lead}>
        <div className="ui-buttons">
          <LinkButton href={`/projects/${slug}`}>{words.publicPage}</LinkButton>
          <LinkButton kind="quiet" href="/studio">
            {words.mine}
          </LinkButton>
        </div>
      </Message>
    </Page>
  );
}
