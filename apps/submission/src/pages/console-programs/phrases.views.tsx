import { CsrfField, FormErrors, Refusal } from '@shipyard/pages';
import { Button, PersonText, TextField } from '@shipyard/ui';
import { type Caller, hasRole } from '../../accounts';
import { ConsolePage } from '../console/console-page';
import { consoleUrl } from '../console/console-parts';
import type { PageContext } from '../page-context';
import { Saved } from '../saved';
import type { PhrasesError } from './phrase-form';
import { programUrl } from './program-urls';

export interface PhrasesShown {
  text: string;
  /** The phrases that the writer began with. */
  seen: string;
  error?: PhrasesError;
  /** Whether somebody else changed them meanwhile. */
  isChanged?: boolean;
  isSaved?: boolean;
}

interface PhrasesProps extends PhrasesShown {
  page: PageContext;
  caller: Caller;
  program: { id: string; name: string };
}

export function PhrasesPage({ page, caller, program, text, seen, error, isChanged, isSaved }: PhrasesProps) {
  const words = page.words.consolePrograms.phrases;
  const isOfAdmin = hasRole(caller, ['admin']);
  const messages = { phrases: error && words.errors[error.kind](error.phrase) };
  return (
    <ConsolePage
      page={page}
      caller={caller}
      part={isOfAdmin ? 'programs' : 'reviews'}
      title={words.title}
      isError={error !== undefined || isChanged}
    >
      <div className="ui-column">
        <WayBack page={page} program={program} isOfAdmin={isOfAdmin} />
        {isSaved && <Saved text={page.words.consolePrograms.program.done.phrases} />}
        <h1 className="ui-title">{words.title}</h1>
        <p className="ui-lead">
          {words.of} <PersonText text={program.name} />
        </p>
        <p className="ui-text">{words.lead}</p>
        {isChanged && (
          <Refusal page={page} title={words.refused} message={seen === '' ? words.removed : words.changed} />
        )}
        {isChanged && seen !== '' && <p className="ui-sheet ui-console-lines">{seen}</p>}
        <FormErrors words={page.words} messages={messages} labels={{ phrases: words.label }} />
        <PhrasesForm page={page} programId={program.id} text={text} seen={seen} error={messages.phrases} />
      </div>
    </ConsolePage>
  );
}

const WayBack = ({ page, program, isOfAdmin }: Pick<PhrasesProps, 'page' | 'program'> & { isOfAdmin: boolean }) => (
  <p>
    {isOfAdmin ? (
      <a href={programUrl(program.id)}>
        <PersonText text={program.name} />
      </a>
    ) : (
      <a href={consoleUrl('reviews')}>{page.words.consoleReviews.queue.back}</a>
    )}
  </p>
);

interface PhrasesFormProps extends Pick<PhrasesProps, 'page' | 'text' | 'seen'> {
  programId: string;
  error: string | undefined;
}

function PhrasesForm({ page, programId, text, seen, error }: PhrasesFormProps) {
  const words = page.words.consolePrograms.phrases;
  return (
    <form className="ui-sheet ui-fields" method="post" action={programUrl(programId, 'phrases')} noValidate>
      <CsrfField page={page} />
      <input type="hidden" name="seen" value={seen} />
      <TextField name="phrases" label={words.label} hint={words.hint} value={text} error={error} rows={14} />
      <div className="ui-buttons">
        <Button>{words.save}</Button>
      </div>
    </form>
  );
}
