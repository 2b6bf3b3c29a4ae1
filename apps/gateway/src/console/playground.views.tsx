import { CsrfField, FormErrors } from '@shipyard/pages';
import { Button, Field, SelectField, TextField } from '@shipyard/ui';
import { CALL_KINDS, callBody, callCode, type CallFields, CODE_LANGUAGES } from '@shipyard/ui/call-code';
import { type PageContext, Part } from '../pages';
import { nameIn } from '../products';
import { ConsolePage } from './console-page';
import { consoleUrl } from './console-parts';
import { withQuery } from './list-links';
import type { PlayedAnswer } from './played-answer';
import { PlayedResult } from './played-result.views';
import { PLAYGROUND_PATHS, type PlaygroundProblems } from './playground-form';

interface PlaygroundModel {
  id: string;
  hasPrice: boolean;
  sizes: readonly string[];
}

interface PlaygroundProps {
  page: PageContext;
  fields: CallFields;
  models: PlaygroundModel[];
  problems: PlaygroundProblems;
  answer: PlayedAnswer | null;
  /** The playground itself paid. */
  isOwn: boolean;
}

/** A call as a customer makes it: what it answers, costs and decides. */
export function PlaygroundPage({ page, fields, models, problems, answer, isOwn }: PlaygroundProps) {
  const words = page.words.console.playground;
  const isError = Object.keys(problems).length > 0 || (answer !== null && answer.error !== null);
  return (
    <ConsolePage page={page} part="playground" title={words.title} isError={isError}>
      <div className="ui-spread">
        <h1 className="ui-title">{words.title}</h1>
        <nav className="ui-segments" aria-label={words.kinds}>
          {CALL_KINDS.map((kind) => (
            <a
              key={kind}
              href={withQuery(consoleUrl('playground'), { kind })}
              aria-current={kind === fields.kind ? 'true' : undefined}
            >
              {nameIn(page.language, kind)}
            </a>
          ))}
        </nav>
      </div>
      <p className="ui-lead">{words.lead}</p>
      <div className="ui-dry-run">
        <CallForm page={page} fields={fields} models={models} problems={problems} />
        <div>
          <PlayedResult page={page} answer={answer} isOwn={isOwn} />
          <Code page={page} fields={fields} />
        </div>
      </div>
    </ConsolePage>
  );
}

function CallForm({ page, fields, models, problems }: Omit<PlaygroundProps, 'answer' | 'isOwn'>) {
  const words = page.words.console.playground;
  const said = (field: keyof PlaygroundProblems) => (problems[field] ? words.problems[field] : undefined);
  const messages = { model: said('model'), prompt: said('prompt'), max_tokens: said('max_tokens'), key: said('key') };
  return (
    <form
      className="ui-sheet ui-fields"
      method="post"
      action={consoleUrl('playground')}
      noValidate
      data-playground={fields.kind}
      data-stream={consoleUrl('playground', 'stream')}
    >
      <CsrfField page={page} />
      <input type="hidden" name="kind" value={fields.kind} />
      <FormErrors
        words={page.words.console}
        messages={messages}
        labels={{
          model: words.model,
          prompt: words.inputs[fields.kind],
          max_tokens: words.maxTokens,
          key: words.key,
        }}
      />
      <SelectField
        name="model"
        label={words.model}
        hint={models.length === 0 ? words.noModels : undefined}
        value={fields.model}
        error={messages.model}
        options={models.map(({ id, hasPrice }) => ({ value: id, text: hasPrice ? id : `${id} (${words.noPrice})` }))}
      />
      <TextField
        name="prompt"
        label={words.inputs[fields.kind]}
        value={fields.prompt}
        error={messages.prompt}
        rows={fields.kind === 'search' ? 2 : 6}
        autoComplete="off"
        isRequired
      />
      <OwnField page={page} fields={fields} models={models} error={messages.max_tokens} />
      <Field
        name="key"
        type="password"
        label={words.key}
        hint={words.keyHint}
        error={messages.key}
        autoComplete="off"
        isCode
      />
      <div className="ui-buttons">
        <Button>{words.send}</Button>
      </div>
    </form>
  );
}

interface OwnFieldProps extends Pick<PlaygroundProps, 'page' | 'fields' | 'models'> {
  error: string | undefined;
}

/** What only one kind of call has. */
function OwnField({ page, fields, models, error }: OwnFieldProps) {
  const words = page.words.console.playground;
  if (fields.kind === 'text')
    return (
      <Field
        name="max_tokens"
        label={words.maxTokens}
        hint={words.maxTokensHint}
        value={fields.max_tokens}
        error={error}
        autoComplete="off"
        isCode
      />
    );
  if (fields.kind !== 'image') return null;
  return (
    <SelectField
      name="size"
      label={words.size}
      value={fields.size}
      options={[
        { value: '', text: words.usualSize },
        ...[...new Set(models.flatMap(({ sizes }) => sizes))].map((value) => ({ value, text: value })),
      ]}
    />
  );
}

/** As it was typed. The script writes it anew when that changes. */
function Code({ page, fields }: Pick<PlaygroundProps, 'page' | 'fields'>) {
  const words = page.words.console.playground;
  const call = { site: page.site, path: PLAYGROUND_PATHS[fields.kind], body: callBody(fields) };
  return (
    <Part id="code" title={words.code}>
      <p className="ui-hint">{words.codeLead}</p>
      <div className="ui-call-codes" data-call-code={call.path} data-site={call.site}>
        {CODE_LANGUAGES.map((language) => (
          <details key={language}>
            <summary>{words.codeNames[language]}</summary>
            <pre className="ui-call-code" tabIndex={0} translate="no" aria-label={words.codeNames[language]}>
              <code data-code={language}>{callCode(language, call)}</code>
            </pre>
          </details>
        ))}
      </div>
    </Part>
  );
}
