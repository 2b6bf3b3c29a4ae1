import { Button, Callout, Field, FileField, LargePicture, LinkButton, TextField } from '@shipyard/ui';
import { FormErrors } from '../form-errors';
import type { PageContext } from '../page-context';
import { logUrl } from '../project/log-url';
import { TimeLine } from '../project/time-line';
import { Saved } from '../saved';
import { standingOf, studioUrl } from '../studio/project-path';
import { CsrfField, StudioPage } from '../studio/studio-page';
import type { ProjectStudio } from '../studio/studio.query';
import type { Words } from '../words/words';
import { type LogErrors, PHOTO_FIELDS } from './log-form';
import type { LogList } from './logs.query';

/** What was typed, and what is wrong with it. */
export interface EnteredLog {
  /** Makes a form that is sent twice publish once. */
  key: string;
  title: string;
  text: string;
  errors: LogErrors;
}

interface LogsPageProps {
  page: PageContext;
  studio: ProjectStudio;
  list: LogList;
  isPublished: boolean;
  entered: EnteredLog;
}

const ACCEPTED = 'image/png,image/jpeg,image/webp,image/gif';
const TEXT_ROWS = 12;

export function LogsPage(props: LogsPageProps) {
  const { page, studio, list, isPublished, entered } = props;
  const words = page.words.logs;
  const [newest] = list.logs;
  return (
    <StudioPage
      page={page}
      studio={studio}
      section="logs"
      title={words.title}
      isError={Object.keys(entered.errors).length > 0}
    >
      <div className="ui-column">
        {isPublished && newest && (
          <Saved
            text={words.publishedNow(newest.sequence)}
            action={{ text: words.view, href: logUrl(studio.project.slug, newest.sequence) }}
          />
        )}
        {list.isOlder ? <h1 className="ui-title">{words.older}</h1> : <Writer {...props} />}
        <div className={`ui-studio-logs ui-paint-${studio.project.color}`}>
          <TimeLine
            page={page}
            slug={studio.project.slug}
            title={list.isOlder ? words.title : words.published}
            logs={list.logs}
            imageOf={list.imageOf}
            fresh={isPublished && newest ? { sequence: newest.sequence, note: <NextStep {...props} /> } : undefined}
          >
            {(list.isOlder || list.next_cursor !== null) && <MoreLogs {...props} />}
          </TimeLine>
        </div>
        <LargePicture words={page.words.project.picture} />
      </div>
    </StudioPage>
  );
}

function MoreLogs({ page, studio, list }: LogsPageProps) {
  const words = page.words.logs;
  return (
    <>
      {list.isOlder && (
        <a className="ui-more" href={studioUrl(studio.project.slug, 'logs')}>
          {words.newest}
        </a>
      )}
      {list.next_cursor !== null && (
        <a className="ui-more" href={`?${new URLSearchParams({ cursor: list.next_cursor }).toString()}`}>
          {words.older}
        </a>
      )}
    </>
  );
}

/** Stands beside the log that was just published, because the page is scrolled there. */
function NextStep({ page, studio: { project } }: LogsPageProps) {
  const { home, next: sentences } = page.words.studio;
  const { next, section, turn } = standingOf(project);
  const href = section === 'logs' ? '#title' : studioUrl(project.slug, section);
  return (
    <Callout kind="tip" word={page.words.logs.fresh}>
      <p>
        {sentences[next]}
        {next === 'write_logs' && ` · ${home.logsMissing(project.program.logsRequired - project.logCount)}`}
      </p>
      {turn === 'yours' && (
        <div className="ui-buttons">
          <LinkButton kind="secondary" href={href}>
            {home.open[next]}
          </LinkButton>
        </div>
      )}
    </Callout>
  );
}

function Writer({ page, studio: { project }, entered: { key, title, text, errors } }: LogsPageProps) {
  const words = page.words.logs;
  const number = project.lastSequence + 1;
  const messages = messagesOf(words, errors);
  return (
    <>
      <h1 className="ui-title">{words.write(number)}</h1>
      <p className="ui-lead">{words.lead}</p>
      <FormErrors words={page.words} messages={messages} />
      <form
        className="ui-sheet ui-fields"
        method="post"
        action={studioUrl(project.slug, 'logs')}
        encType="multipart/form-data"
        data-draft={`log:${project.slug}`}
        noValidate
      >
        <CsrfField page={page} />
        <input type="hidden" name="form_key" value={key} />
        <Field name="title" label={words.logTitle} value={title} error={messages.title} autoComplete="off" isRequired />
        <TextField
          name="text"
          label={words.text}
          hint={words.textHint}
          value={text}
          error={messages.text}
          rows={TEXT_ROWS}
          isRequired
        />
        <Photos words={words} messages={messages} isAgain={Object.keys(messages).length > 0} />
        <div className="ui-buttons">
          <Button>{words.publish(number)}</Button>
        </div>
        <p className="ui-small">{words.unchangeable}</p>
      </form>
    </>
  );
}

type Messages = Readonly<Record<string, string>>;

interface PhotosProps {
  words: Words['logs'];
  messages: Messages;
  /** Whether photos were chosen before, which the browser has lost. */
  isAgain: boolean;
}

export function Photos({ words, messages, isAgain }: PhotosProps) {
  return (
    <fieldset className="ui-choice ui-fields" aria-describedby="photos-hint">
      <legend className="ui-label">{words.photos}</legend>
      <p className="ui-hint" id="photos-hint">
        {isAgain ? words.photosAgain : words.photosHint}
      </p>
      {PHOTO_FIELDS.map((name, at) => {
        const isMultiple = name === 'more_photos';
        return (
          <FileField
            key={name}
            name={name}
            label={isMultiple ? words.morePhotos : words.photo(at + 1)}
            accept={ACCEPTED}
            error={messages[name]}
            isMultiple={isMultiple}
          />
        );
      })}
    </fieldset>
  );
}

function messagesOf(words: Words['logs'], { title, text, photos = [] }: LogErrors): Messages {
  const photoMessages = PHOTO_FIELDS.flatMap((field): [string, string][] => {
    const refused = photos.filter((photo) => photo.field === field);
    return refused.length > 0
      ? [[field, refused.map(({ filename, kind }) => words.photoProblem[kind](filename)).join(' ')]]
      : [];
  });
  return {
    ...(title && { title: words.titleProblem[title] }),
    ...(text && { text: words.textProblem[text] }),
    ...Object.fromEntries(photoMessages),
  };
}
