import {
  COLORS,
  ERASABLE_STATES,
  PROJECT_FIELD_NAMES,
  PROJECT_STATUSES,
  type ProjectField,
  VISIBILITIES,
} from '@shipyard/contracts';
import type { FormFields, HttpError } from '@shipyard/http';
import { CsrfField, FormErrors, Refusal } from '@shipyard/pages';
import { Button, ChoiceField, Field, TextField } from '@shipyard/ui';
import type { PageContext } from '../page-context';
import { messageOf } from '../service-messages';
import { Saved } from '../saved';
import { studioUrl } from '../studio/project-path';
import { StudioPage } from '../studio/studio-page';
import type { ProjectStudio } from '../studio/studio.query';
import { waitingPicturesUrl } from '../waiting-pictures/waiting-pictures.views';
import type { FieldWords } from '../words/en/studio';
import type { Words } from '../words/words';
import type { DetailsErrors } from './project-details.fields';

type TypedField = Exclude<ProjectField, 'color'>;
const TYPED_FIELDS = PROJECT_FIELD_NAMES.filter((field): field is TypedField => field !== 'color');

interface DetailsProps {
  page: PageContext;
  studio: ProjectStudio;
  values: FormFields;
  errors: DetailsErrors;
  refusal: HttpError | null;
  isSaved: boolean;
}

type Messages = Partial<Record<Exclude<keyof DetailsErrors, 'lack'>, string>>;

export function ProjectDetailsPage({ page, studio, values, errors, refusal, isSaved }: DetailsProps) {
  const words = page.words.studio.details;
  const { slug } = studio.project;
  const messages = messagesOf(page, errors);
  const isRefused = refusal !== null || Object.keys(errors).length > 0;
  return (
    <StudioPage page={page} studio={studio} section="details" title={words.title} isError={isRefused}>
      <div className="ui-column">
        <h1 className="ui-title">{words.title}</h1>
        {isSaved && <Saved text={words.saved} />}
        {refusal && <Refusal page={page} title={words.refused} message={messageOf(page.words, refusal)} />}
        <FormErrors words={page.words} messages={messages} labels={labelsOf(words)} />
        <form
          className="ui-sheet ui-fields"
          method="post"
          action={studioUrl(slug, 'details')}
          data-draft={`details:${slug}`}
          noValidate
        >
          <CsrfField page={page} />
          <TextFields page={page} slug={slug} values={values} messages={messages} />
          <Paints page={page} value={values.color} error={messages.color} />
          <Choices page={page} values={values} messages={messages} />
          <div className="ui-buttons">
            <Button>{words.save}</Button>
          </div>
        </form>
        <ul className="ui-links">
          {studio.project.visibility === 'private' && (
            <li>
              <a href={waitingPicturesUrl(slug)}>{page.words.studio.pictures.title}</a>
            </li>
          )}
          <li>
            <a href={`${studioUrl(slug)}/booklet.pdf`} type="application/pdf">
              {page.words.documents.getBooklet}
            </a>
          </li>
        </ul>
        <Deletion page={page} studio={studio} error={messages.confirm_slug} />
      </div>
    </StudioPage>
  );
}

interface PartProps {
  page: PageContext;
  values: FormFields;
  messages: Messages;
}

function TextFields({ page, slug, values, messages }: PartProps & { slug: string }) {
  const words = page.words.studio.details;
  const field = (name: TypedField) => (
    <TypedDetail key={name} name={name} words={words.fields[name]} value={values[name]} error={messages[name]} />
  );
  return (
    <>
      {field('name')}
      <div className="ui-field">
        <p className="ui-label">{words.slug}</p>
        <p className="ui-fixed-value">
          {page.site}/projects/{slug}
        </p>
        <p className="ui-hint">{words.slugHint}</p>
      </div>
      {TYPED_FIELDS.filter((name) => name !== 'name').map(field)}
    </>
  );
}

interface TypedProps {
  name: TypedField;
  words: FieldWords;
  value: string | undefined;
  error: string | undefined;
}

function TypedDetail({ name, words: { label, hint }, value, error }: TypedProps) {
  const shown = { name, label, hint, value, error };
  return name === 'demo_urls' ? <TextField {...shown} rows={3} /> : <Field {...shown} isRequired={name === 'name'} />;
}

/** All paints, each as a tape with its name. */
function Paints({ page, value, error }: { page: PageContext; value: string | undefined; error: string | undefined }) {
  const { details, paints } = page.words.studio;
  const words = details.fields.color;
  return (
    <fieldset className="ui-choice">
      <legend className="ui-label">{words.label}</legend>
      <p className="ui-hint">{words.hint}</p>
      <div className="ui-paints">
        {COLORS.map((color, index) => (
          <label key={color} className={`ui-paint-choice ui-paint-${color}`}>
            <input
              className="ui-check-box ui-check-round"
              id={index === 0 ? 'color' : undefined}
              type="radio"
              name="color"
              value={color}
              defaultChecked={color === value}
            />
            <span className="ui-paint-tape" />
            {paints[color]}
          </label>
        ))}
      </div>
      {error && <p className="ui-field-error">{error}</p>}
    </fieldset>
  );
}

function Choices({ page, values, messages }: PartProps) {
  const words = page.words.studio.details;
  const hints = { in_progress: undefined, completed: words.statuses.completedHint };
  return (
    <>
      <ChoiceField
        name="visibility"
        label={words.visibility}
        value={values.visibility}
        error={messages.visibility}
        choices={VISIBILITIES.map((value) => ({
          value,
          text: words.visibilities[value],
          hint: words.visibilities[`${value}Hint`],
        }))}
      />
      <ChoiceField
        name="project_status"
        label={words.status}
        value={values.project_status}
        error={messages.project_status}
        choices={PROJECT_STATUSES.map((value) => ({ value, text: words.statuses[value], hint: hints[value] }))}
      />
    </>
  );
}

/** Two steps: open it, then type the web address. */
function Deletion({ page, studio, error }: { page: PageContext; studio: ProjectStudio; error: string | undefined }) {
  const words = page.words.studio.details.erase;
  const { slug, state } = studio.project;
  return (
    <section className="ui-danger-zone">
      <h2 className="ui-section-title">{words.title}</h2>
      {ERASABLE_STATES.includes(state) ? (
        <details open={error !== undefined}>
          <summary className="ui-disclosure">{words.open}</summary>
          <p className="ui-text">{words.lead}</p>
          <form className="ui-fields" method="post" action={`${studioUrl(slug, 'details')}/delete`} noValidate>
            <CsrfField page={page} />
            <Field
              name="confirm_slug"
              label={words.confirm}
              hint={slug}
              error={error}
              autoComplete="off"
              isCode
              isRequired
            />
            <div className="ui-buttons">
              <Button kind="danger">{words.send}</Button>
            </div>
          </form>
        </details>
      ) : (
        <p className="ui-text">{words.notNow}</p>
      )}
    </section>
  );
}

const wordsOfFields = <Text,>(wordsOf: (field: ProjectField) => Text) =>
  Object.fromEntries(PROJECT_FIELD_NAMES.map((field) => [field, wordsOf(field)])) as Record<ProjectField, Text>;

const labelsOf = (words: Words['studio']['details']): Record<keyof Messages, string> => ({
  ...wordsOfFields((field) => words.fields[field].label),
  visibility: words.visibility,
  project_status: words.status,
  confirm_slug: words.erase.confirm,
});

function messagesOf(page: PageContext, errors: DetailsErrors): Messages {
  const words = page.words.studio.details;
  const incomplete = { readme: words.incompleteReadme, logs: words.incompleteLogs, both: words.incompleteBoth };
  return {
    ...wordsOfFields((field) => errors[field] && words.fields[field].invalid),
    visibility: errors.lack
      ? page.words.studio.publish.lacks[errors.lack]
      : errors.visibility && page.words.studio.create.visibilityMissing,
    project_status: errors.project_status && incomplete[errors.project_status],
    confirm_slug: errors.confirm_slug && words.erase.wrong,
  };
}
