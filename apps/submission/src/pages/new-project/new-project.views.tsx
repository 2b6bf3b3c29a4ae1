import type { FormFields, HttpError } from '@shipyard/http';
import { CsrfField, FormErrors, longDate, Refusal, utcDayOf } from '@shipyard/pages';
import { Button, ChoiceField, Field, LinkButton, Message, PersonText } from '@shipyard/ui';
import type { PageContext } from '../page-context';
import { messageOf } from '../service-messages';
import { StudioPage } from '../studio/studio-page';
import type { Studio } from '../studio/studio.query';

export const NEW_PROJECT_FIELDS = ['program_id', 'name', 'slug'] as const;

type NewProjectField = (typeof NEW_PROJECT_FIELDS)[number];

export type NewProjectErrors = Partial<
  Record<NewProjectField, 'missing' | 'invalid' | 'reserved' | 'taken' | 'suggested' | 'closed'>
>;

interface NewProjectProps {
  page: PageContext;
  studio: Studio;
  /** The programs that take projects now. */
  programs: readonly { id: string; name: string; prizeName: string | null; endsAt: Date | null }[];
  values: FormFields;
  errors: NewProjectErrors;
  refusal: HttpError | null;
}

export function NewProjectPage({ page, studio, programs, values, errors, refusal }: NewProjectProps) {
  const words = page.words.studio.create;
  if (programs.length === 0) return <NoProgram page={page} studio={studio} />;
  const messages = messagesOf(page, errors);
  const isRefused = refusal !== null || Object.keys(errors).length > 0;
  return (
    <StudioPage page={page} studio={studio} title={words.title} isError={isRefused}>
      <Message title={words.title} lead={words.lead}>
        {refusal && <Refusal page={page} title={words.refused} message={messageOf(page.words, refusal)} />}
        <FormErrors words={page.words} messages={messages} labels={labelsOf(page)} />
        <form className="ui-sheet ui-fields" method="post" action="/studio/new" data-draft="project:new" noValidate>
          <CsrfField page={page} />
          {/* A draft of an earlier visit must not replace the program that this visit came from. */}
          <div data-no-draft={values.program_id === undefined ? undefined : ''}>
            <ProgramChoice page={page} programs={programs} value={values.program_id} error={messages.program_id} />
          </div>
          <Field
            name="name"
            label={words.name}
            hint={words.nameHint}
            value={values.name}
            error={messages.name}
            autoComplete="off"
            isRequired
          />
          <Field
            name="slug"
            label={words.slug}
            hint={words.slugHint}
            value={values.slug}
            error={messages.slug}
            autoComplete="off"
            slugFrom="name"
            isCode
          />
          <p className="ui-text">{words.private}</p>
          <div className="ui-buttons">
            <Button>{words.send}</Button>
          </div>
        </form>
      </Message>
    </StudioPage>
  );
}

interface ChoiceProps {
  page: PageContext;
  value: string | undefined;
  error: string | undefined;
}

/** Each program with what it gives and until when. The first is chosen if the wanted one is not among them. */
function ProgramChoice({ page, programs, value, error }: ChoiceProps & Pick<NewProjectProps, 'programs'>) {
  const { create: words, steps } = page.words.studio;
  const chosen = programs.some(({ id }) => id === value) ? value : programs[0]?.id;
  return (
    <ChoiceField
      name="program_id"
      label={words.program}
      value={chosen}
      error={error}
      choices={programs.map(({ id, name, prizeName, endsAt }) => ({
        value: id,
        text: <PersonText text={name} />,
        hint: (
          <>
            {prizeName === null ? words.noPrize : <PersonText text={steps.prize(prizeName)} />}
            {' · '}
            {endsAt ? page.words.program.until(longDate(page.language, utcDayOf(endsAt))) : words.noLastDay}
            {' · '}
            <a href={`/programs/${id}`}>
              {words.about}
              <span className="ui-unseen">: {name}</span>
            </a>
          </>
        ),
      }))}
    />
  );
}

function NoProgram({ page, studio }: Pick<NewProjectProps, 'page' | 'studio'>) {
  const words = page.words.studio.create.noProgram;
  return (
    <StudioPage page={page} studio={studio} title={words.title}>
      <Message title={words.title} lead={words.lead}>
        <div className="ui-buttons">
          <LinkButton href="/programs">{words.programs}</LinkButton>
        </div>
      </Message>
    </StudioPage>
  );
}

function labelsOf({ words: { studio } }: PageContext): Record<NewProjectField, string> {
  const { program, name, slug } = studio.create;
  return { program_id: program, name, slug };
}

function messagesOf(page: PageContext, errors: NewProjectErrors): Partial<Record<NewProjectField, string>> {
  const words = page.words.studio.create;
  const slugs: Record<NonNullable<NewProjectErrors['slug']>, string> = {
    missing: words.slugInvalid,
    invalid: words.slugInvalid,
    closed: words.slugInvalid,
    reserved: words.slugReserved,
    taken: words.slugTaken,
    suggested: words.slugSuggested,
  };
  return {
    program_id: errors.program_id && (errors.program_id === 'closed' ? words.programClosed : words.programMissing),
    name: errors.name && words.nameInvalid,
    slug: errors.slug && slugs[errors.slug],
  };
}
