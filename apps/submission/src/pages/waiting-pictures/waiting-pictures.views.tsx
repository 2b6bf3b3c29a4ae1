import { CsrfField } from '@shipyard/pages';
import { Button } from '@shipyard/ui';
import type { WaitingImage } from '../../assets';
import type { PageContext } from '../page-context';
import { Saved } from '../saved';
import { studioUrl } from '../studio/project-path';
import { StudioPage } from '../studio/studio-page';
import type { ProjectStudio } from '../studio/studio.query';

export const waitingPicturesUrl = (slug: string) => `${studioUrl(slug, 'details')}/pictures`;

interface WaitingPicturesProps {
  page: PageContext;
  studio: ProjectStudio;
  waiting: readonly WaitingImage[];
  isSaved: boolean;
}

export function WaitingPicturesPage({ page, studio, waiting, isSaved }: WaitingPicturesProps) {
  const words = page.words.studio.pictures;
  const { slug } = studio.project;
  return (
    <StudioPage page={page} studio={studio} section="details" title={words.title}>
      <div className="ui-column">
        <h1 className="ui-title">{words.title}</h1>
        {isSaved && <Saved text={words.saved} />}
        <p className="ui-text">{waiting.length === 0 ? words.none : words.lead}</p>
        {waiting.length > 0 && (
          <form className="ui-sheet ui-fields" method="post" action={waitingPicturesUrl(slug)} noValidate>
            <CsrfField page={page} />
            <p>{words.warning}</p>
            <ul>
              {waiting.map(({ id, url }) => (
                <li key={id} className="ui-text">
                  <bdi id={`picture-${id}`} translate="no">
                    {url}
                  </bdi>
                  {waiting.length > 1 && (
                    <div className="ui-buttons">
                      <Button kind="secondary" choice={{ name: 'images', value: id }} describedBy={`picture-${id}`}>
                        {words.one}
                      </Button>
                    </div>
                  )}
                </li>
              ))}
            </ul>
            <div className="ui-buttons">
              <Button choice={{ name: 'images', value: waiting.map(({ id }) => id).join(' ') }}>
                {words.send(waiting.length)}
              </Button>
            </div>
          </form>
        )}
        <ul className="ui-links">
          <li>
            <a href={studioUrl(slug, 'details')}>{words.back}</a>
          </li>
        </ul>
      </div>
    </StudioPage>
  );
}
