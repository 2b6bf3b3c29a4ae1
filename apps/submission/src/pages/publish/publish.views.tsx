import type { HttpError } from '@shipyard/http';
import { Refusal } from '@shipyard/pages';
import { LinkButton } from '@shipyard/ui';
import type { PageContext } from '../page-context';
import { messageOf } from '../service-messages';
import { studioUrl } from '../studio/project-path';
import { StudioPage } from '../studio/studio-page';
import type { ProjectStudio } from '../studio/studio.query';

interface PublishProps {
  page: PageContext;
  studio: ProjectStudio;
}

export function PublishedPage({ page, studio }: PublishProps) {
  const { publish: words, frame } = page.words.studio;
  const { slug, url } = studio.project;
  return (
    <StudioPage page={page} studio={studio} section="readme" title={words.published}>
      <div className="ui-column">
        <h1 className="ui-title">{words.published}</h1>
        <p className="ui-lead">{words.publishedLead}</p>
        <div className="ui-buttons">
          <LinkButton href={url}>{frame.publicPage}</LinkButton>
          <LinkButton kind="secondary" href={studioUrl(slug)}>
            {words.goOn}
          </LinkButton>
        </div>
      </div>
    </StudioPage>
  );
}

export function RefusedPublishing({ page, studio, refusal }: PublishProps & { refusal: HttpError }) {
  const words = page.words.studio.publish;
  return (
    <StudioPage page={page} studio={studio} section="details" title={words.refused} isError>
      <div className="ui-column">
        <h1 className="ui-title">{words.refused}</h1>
        <Refusal page={page} title={words.refused} message={messageOf(page.words, refusal)} />
      </div>
    </StudioPage>
  );
}
