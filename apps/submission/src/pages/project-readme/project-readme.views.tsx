import { CsrfField, FormErrors } from '@shipyard/pages';
import { Button, Callout, DataBlock, EDITOR_FACTS_ID, type EditorFacts, TextField } from '@shipyard/ui';
import { type EditedReadme, MISSING_IMAGE_PREFIX } from '../../readme';
import type { PageContext } from '../page-context';
import type { Words } from '../words/words';
import { standingOf, studioUrl } from '../studio/project-path';
import { StudioPage } from '../studio/studio-page';
import { type Asked, offeredText } from './offered-text';
import type { EditedPage } from './project-readme.query';
import { ReadmeFromLogs, ReadmeRemarks, ReadmeStart } from './readme-helps.views';
import { historyUrl } from '../readme-history/history-url';
import { withdrawPicturesUrl } from '../withdraw/withdrawn';
import type { ProjectStudio } from '../studio/studio.query';

export interface RefusedReadme {
  status: number;
  text: string;
  message: (words: Words) => string;
  /** Pictures that the text names, as it writes them. */
  missing: string[];
  /** The base of the text that was sent. Null once its writer sees the version that was saved meanwhile. */
  base: string | null;
  /** Whether another version was saved meanwhile. */
  isChanged: boolean;
}

interface ReadmePageProps {
  page: PageContext;
  studio: ProjectStudio;
  edited: EditedPage;
  asked: Asked;
  refused: RefusedReadme | null;
  isSaved: boolean;
}

const PICTURE_TYPES = 'image/png,image/jpeg,image/webp,image/gif';

export function ReadmePage({ page, studio, edited, asked, refused, isSaved }: ReadmePageProps) {
  const words = page.words.editor;
  const { readme } = edited;
  const offered = refused ? null : offeredText(page.words, studio.project, asked, edited.logs);
  const text = [readme?.markdown, offered].filter(Boolean).join('\n\n');
  const helps = { page, studio, edited };
  const { slug } = studio.project;
  const error = refused?.message(page.words);
  return (
    <StudioPage page={page} studio={studio} section="readme" title={words.title} isError={refused !== null}>
      {offered === null && <ReadmeStart {...helps} />}
      <ReadmeRemarks {...helps} />
      <div data-island="readme">
        <h1 className="ui-title">{words.title}</h1>
        {isSaved && (
          <Callout kind="tip" word={words.saved}>
            <NextStep page={page} studio={studio} />
          </Callout>
        )}
        <p className="ui-text">{words.shownAlready}</p>
        <FormErrors words={page.words} messages={{ readme: error }} labels={{ readme: words.label }} />
        <ReadmeForm page={page} slug={slug} edited={edited} refused={refused} text={refused?.text ?? text} />
        {(refused ?? offered) !== null && (
          <SavedVersion words={words} readme={readme} isShown={refused?.isChanged ?? false} />
        )}
      </div>
      <ReadmeFromLogs {...helps} choseNoLog={asked.choseNoLog} />
      <ul className="ui-links">
        <li>
          <a href={withdrawPicturesUrl(slug)}>{page.words.logs.withdraw.projectPictures}</a>
        </li>
        <li>
          <a href={historyUrl(slug)}>{page.words.readmeHistory.link}</a>
        </li>
      </ul>
      <DataBlock id={EDITOR_FACTS_ID} facts={factsOf(slug, { ...edited, offered }, page)} />
    </StudioPage>
  );
}

type ReadmeFormProps = Pick<ReadmePageProps, 'page' | 'edited' | 'refused'> & { slug: string; text: string };

function ReadmeForm({ page, slug, edited, refused, text }: ReadmeFormProps) {
  const words = page.words.editor;
  return (
    <form
      className="ui-sheet ui-fields"
      method="post"
      action={studioUrl(slug)}
      encType="multipart/form-data"
      data-plain
      noValidate
    >
      <CsrfField page={page} />
      <input type="hidden" name="base_updated_at" value={refused?.base ?? baseOf(edited.readme)} />
      <input type="hidden" name="keep_images" value="true" />
      <TextField
        name="readme"
        label={words.label}
        hint={words.hint}
        error={refused?.message(page.words)}
        value={text}
        rows={24}
      />
      {refused && refused.missing.length > 0 && <MissingFiles page={page} paths={refused.missing} />}
      <div className="ui-buttons">
        <Button>{words.save}</Button>
      </div>
    </form>
  );
}

/** The script takes it from here too, after it has saved. */
function NextStep({ page, studio: { project } }: Pick<ReadmePageProps, 'page' | 'studio'>) {
  const { next, section } = standingOf(project);
  return (
    <p data-next-step="">
      <a href={studioUrl(project.slug, section)}>{page.words.studio.next[next]}</a>
    </p>
  );
}

function MissingFiles({ page, paths }: { page: PageContext; paths: readonly string[] }) {
  const words = page.words.editor;
  return (
    <fieldset className="ui-files ui-fields">
      <legend className="ui-label">{words.filesTitle}</legend>
      {paths.map((path) => (
        <div className="ui-field" key={path}>
          <label htmlFor={`file-${path}`}>
            <code>{path}</code>
          </label>
          <input
            id={`file-${path}`}
            name={path}
            type="file"
            accept={PICTURE_TYPES}
            aria-describedby={`file-${path}-hint`}
          />
          <p className="ui-hint" id={`file-${path}-hint`}>
            {words.fileHint}
          </p>
        </div>
      ))}
    </fieldset>
  );
}

/** Also tells the script what is saved, when the field holds something else. */
function SavedVersion({
  words,
  readme,
  isShown,
}: {
  words: Words['editor'];
  readme: EditedReadme | null;
  isShown: boolean;
}) {
  return (
    <div className="ui-field" hidden={!isShown}>
      <label className="ui-label" htmlFor="saved-version">
        {words.otherVersion}
      </label>
      <textarea
        className="ui-input ui-input-lines"
        id="saved-version"
        data-saved
        readOnly
        rows={12}
        defaultValue={readme?.markdown ?? ''}
      />
    </div>
  );
}

/** Every README is newer than 1970, so the first save does not replace one that another tab has saved meanwhile. */
const baseOf = (readme: EditedReadme | null) => (readme?.updatedAt ?? new Date(0)).toISOString();

const factsOf = (
  slug: string,
  { readme, openLine, offered }: EditedPage & { offered: string | null },
  { language, words }: PageContext,
): EditorFacts => ({
  slug,
  locale: language,
  updatedAt: baseOf(readme),
  html: readme?.html ?? '',
  pictures: readme?.pictures ?? [],
  offered,
  openLine,
  missingImagePrefix: MISSING_IMAGE_PREFIX,
  words: words.editor.script,
});
