import { PersonText, WrittenHtml } from '@shipyard/ui';
import type { PageContext } from '../page-context';
import { StudioPage } from '../studio/studio-page';
import type { ProjectStudio } from '../studio/studio.query';
import type { EnteredLog } from './log-form';
import { LogWriter } from './log-writer';

interface LogPreviewPageProps {
  page: PageContext;
  studio: ProjectStudio;
  entered: EnteredLog;
  /** Null if the text cannot be shown, which `entered` says. */
  html: string | null;
}

/** A log as visitors would see it, above the form with its text. */
export function LogPreviewPage({ page, studio, entered, html }: LogPreviewPageProps) {
  const words = page.words.logs;
  return (
    <StudioPage page={page} studio={studio} section="logs" title={words.title} isError={html === null}>
      <div className="ui-column">
        <h1 className="ui-title">{words.write(studio.project.lastSequence + 1)}</h1>
        {html !== null && <LogPreview page={page} studio={studio} title={entered.title} html={html} />}
        <LogWriter page={page} project={studio.project} entered={entered} isAgain />
      </div>
    </StudioPage>
  );
}

/** The script takes it from here. */
function LogPreview({
  page,
  studio: { project },
  title,
  html,
}: Pick<LogPreviewPageProps, 'page' | 'studio'> & { title: string; html: string }) {
  return (
    <section className={`ui-log-preview ui-paint-${project.color}`} aria-labelledby="preview-title" data-log-preview>
      <h2 className="ui-label" id="preview-title" tabIndex={-1} autoFocus>
        {page.words.editor.script.preview}
      </h2>
      <div className="ui-log-seen">
        {title.trim() !== '' && (
          <h3 className="ui-heading ui-log-title">
            <PersonText text={title} />
          </h3>
        )}
        <WrittenHtml html={html} scope="preview" words={page.words.project.written} isLog />
      </div>
    </section>
  );
}
