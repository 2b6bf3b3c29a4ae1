import { IMAGE_PARTS_LIMIT } from '@shipyard/contracts';
import { CsrfField, FormErrors } from '@shipyard/pages';
import { Fragment } from 'react';
import { Button, DataBlock, Field, FileField, LOG_WORDS_ID, TextField } from '@shipyard/ui';
import type { StudioProject } from '../../project-reads';
import type { PageContext } from '../page-context';
import { studioUrl } from '../studio/project-path';
import type { Words } from '../words/words';
import {
  captionFieldOf,
  type EnteredLog,
  type LogErrors,
  PHOTO_FIELDS,
  PHOTO_FIRST,
  type PhotoField,
} from './log-form';

const ACCEPTED = 'image/png,image/jpeg,image/webp,image/gif';
const TEXT_ROWS = 12;

interface LogWriterProps {
  page: PageContext;
  project: StudioProject;
  entered: EnteredLog;
  /** Whether photos may have been chosen before, which a browser has lost. */
  isAgain: boolean;
}

/** The form of a log. A script adds a preview beside it, and one place for all photos. */
export function LogWriter({ page, project, entered, isAgain }: LogWriterProps) {
  const words = page.words.logs;
  const { key, errors, isPhotoFirst = false } = entered;
  const messages = messagesOf(words, errors);
  const url = studioUrl(project.slug, 'logs');
  return (
    <>
      <FormErrors words={page.words} messages={messages} labels={labelsOf(words)} />
      <form
        className="ui-sheet ui-fields"
        method="post"
        action={url}
        encType="multipart/form-data"
        data-draft={isPhotoFirst ? `log-photo:${project.slug}` : `log:${project.slug}`}
        data-preview={isPhotoFirst ? undefined : `${url}/preview`}
        noValidate
      >
        <CsrfField page={page} />
        <input type="hidden" name="form_key" value={key} />
        <LogFields words={words} entered={entered} messages={messages} isAgain={isAgain} />
        <div className="ui-buttons">
          <Button>{(project.visibility === 'private' ? words.add : words.publish)(project.lastSequence + 1)}</Button>
          {!isPhotoFirst && (
            <button
              className="ui-button ui-button-secondary"
              type="submit"
              formAction={`${url}/preview`}
              data-preview-button
            >
              {words.seeFirst}
            </button>
          )}
        </div>
        <p className="ui-small">{words.unchangeable}</p>
      </form>
    </>
  );
}

type Messages = Readonly<Record<string, string>>;

interface LogFieldsProps {
  words: Words['logs'];
  entered: EnteredLog;
  messages: Messages;
  isAgain: boolean;
}

function LogFields({ words, entered, messages, isAgain }: LogFieldsProps) {
  const { title, text, captions, errors, isPhotoFirst } = entered;
  const photos = <Photos words={words} captions={captions} errors={errors} isAgain={isAgain} />;
  if (isPhotoFirst)
    return (
      <>
        <input type="hidden" name="first" value={PHOTO_FIRST} />
        {photos}
        <TextField name="text" label={words.sentence} value={text} error={messages.text} rows={2} isRequired />
      </>
    );
  return (
    <>
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
      {photos}
    </>
  );
}

interface PhotosProps {
  words: Words['logs'];
  captions?: readonly string[];
  errors: LogErrors;
  isAgain: boolean;
}

/** Also tells the script its words, and which photos were refused, by their places in the form. */
export function Photos({ words, captions = [], errors, isAgain }: PhotosProps) {
  const messages = { ...photoMessagesOf(words, errors), ...captionMessageOf(words, errors) };
  const refused = (errors.photos ?? []).flatMap(({ at, kind }) => (kind === 'no_room' ? [] : [at]));
  return (
    <fieldset
      className="ui-choice ui-fields"
      aria-describedby="photos-hint"
      data-photos
      data-refused={refused.join(' ') || undefined}
    >
      <legend className="ui-label">{words.photos}</legend>
      <p className="ui-hint" id="photos-hint">
        {isAgain ? words.photosAgain : words.photosHint} {words.captionHint}
      </p>
      {PHOTO_FIELDS.map((name, at) => {
        const isMultiple = name === 'more_photos';
        const caption = captionFieldOf(name);
        return (
          <Fragment key={name}>
            <FileField
              name={name}
              label={photoLabel(words, name, at)}
              accept={ACCEPTED}
              error={messages[name]}
              isMultiple={isMultiple}
            />
            {!isMultiple && (
              <Field
                name={caption}
                label={words.caption(at + 1)}
                value={captions[at]}
                error={messages[caption]}
                autoComplete="off"
              />
            )}
          </Fragment>
        );
      })}
      {/* The script lists here which photos the browser keeps, and what describes them. Disabled, so not sent. */}
      <input type="text" name="kept_photos" autoComplete="off" hidden disabled />
      <input type="text" name="kept_captions" autoComplete="off" hidden disabled />
      <DataBlock id={LOG_WORDS_ID} facts={words.script} />
    </fieldset>
  );
}

const photoLabel = (words: Words['logs'], name: PhotoField, at: number) =>
  name === 'more_photos' ? words.morePhotos : words.photo(at + 1);

const labelsOf = (words: Words['logs']): Record<string, string> => ({
  title: words.logTitle,
  text: words.text,
  ...Object.fromEntries(PHOTO_FIELDS.map((name, at) => [name, photoLabel(words, name, at)])),
  ...Object.fromEntries(
    Array.from({ length: IMAGE_PARTS_LIMIT }, (_, at) => [`caption_${at + 1}`, words.caption(at + 1)]),
  ),
});

const photoMessagesOf = (words: Words['logs'], { photos = [] }: LogErrors): Messages =>
  Object.fromEntries(
    PHOTO_FIELDS.flatMap((field): [string, string][] => {
      const refused = photos.filter((photo) => photo.field === field);
      return refused.length > 0
        ? [[field, refused.map(({ filename, kind }) => words.photoProblem[kind](filename)).join(' ')]]
        : [];
    }),
  );

const messagesOf = (words: Words['logs'], errors: LogErrors): Messages => ({
  ...(errors.title && { title: words.titleProblem[errors.title] }),
  ...(errors.text && { text: words.textProblem[errors.text] }),
  ...photoMessagesOf(words, errors),
  ...captionMessageOf(words, errors),
});

const captionMessageOf = (words: Words['logs'], { caption }: LogErrors): Messages =>
  caption === undefined ? {} : { [caption]: words.captionProblem };
