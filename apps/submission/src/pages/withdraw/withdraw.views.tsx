import { shortDate, Time, utcDayOf } from '@shipyard/pages';
import { Button, PersonText, ResponsiveImage } from '@shipyard/ui';
import type { PageContext } from '../page-context';
import { Saved } from '../saved';
import { studioUrl } from '../studio/project-path';
import { CsrfField, StudioPage } from '../studio/studio-page';
import type { ProjectStudio } from '../studio/studio.query';
import type { WithdrawableLog, WithdrawablePicture, WithdrawablePictures } from './withdraw.query';
import { type Withdrawn, withdrawLogUrl, withdrawPicturesUrl } from './withdrawn';

interface CommonProps {
  page: PageContext;
  studio: ProjectStudio;
  withdrawn: Withdrawn | undefined;
}

export function WithdrawLogPage({ page, studio, log, pictures, withdrawn }: CommonProps & WithdrawableLog) {
  const words = page.words.logs.withdraw;
  const { slug } = studio.project;
  const { sequence } = log;
  const title = words.title(sequence);
  const action = withdrawLogUrl(slug, sequence);
  return (
    <StudioPage page={page} studio={studio} section="logs" title={title}>
      <div className="ui-column">
        <h1 className="ui-title">{title}</h1>
        {withdrawn && <Saved text={words.done[withdrawn]} />}
        <p className="ui-text">
          <PersonText text={log.title ?? ''} />
          {' · '}
          <Time time={log.created_at}>{shortDate(page.language, utcDayOf(log.created_at))}</Time>
        </p>
        <form className="ui-sheet ui-fields" method="post" action={action} noValidate>
          <CsrfField page={page} />
          <p>{words.erased}</p>
          <p>{words.stays}</p>
          <div className="ui-buttons">
            <Button kind="danger">{title}</Button>
          </div>
        </form>
        {pictures.length > 0 && (
          <section className="ui-section" aria-labelledby="pictures-title">
            <h2 className="ui-section-title" id="pictures-title">
              {words.pictures}
            </h2>
            <p className="ui-text">{words.pictureErased}</p>
            <Pictures page={page} action={action} pictures={pictures} />
          </section>
        )}
        <ul className="ui-links">
          <li>
            <a href={studioUrl(slug, 'logs')}>{words.back}</a>
          </li>
        </ul>
      </div>
    </StudioPage>
  );
}

export function WithdrawPicturesPage({
  page,
  studio,
  pictures,
  nextCursor,
  withdrawn,
}: CommonProps & WithdrawablePictures) {
  const words = page.words.logs.withdraw;
  const { slug } = studio.project;
  return (
    <StudioPage page={page} studio={studio} section="readme" title={words.projectPictures}>
      <div className="ui-column">
        <h1 className="ui-title">{words.projectPictures}</h1>
        {withdrawn && <Saved text={words.done[withdrawn]} />}
        <p className="ui-text">{pictures.length === 0 ? words.noPictures : words.pictureErased}</p>
        <Pictures page={page} action={withdrawPicturesUrl(slug)} pictures={pictures} />
        <ul className="ui-links">
          {nextCursor !== null && (
            <li>
              <a href={`?${new URLSearchParams({ cursor: nextCursor }).toString()}`}>{words.morePictures}</a>
            </li>
          )}
          <li>
            <a href={studioUrl(slug)}>{words.backToReadme}</a>
          </li>
        </ul>
      </div>
    </StudioPage>
  );
}

interface PicturesProps {
  page: PageContext;
  action: string;
  pictures: readonly WithdrawablePicture[];
}

/** Each with its button. */
function Pictures({ page, action, pictures }: PicturesProps) {
  const words = page.words.logs.withdraw;
  if (pictures.length === 0) return null;
  return (
    <form method="post" action={action} noValidate>
      <CsrfField page={page} />
      <ul className="ui-photos ui-photos-2">
        {pictures.map(({ assetId, image }, at) => (
          <li key={assetId}>
            <ResponsiveImage image={image} alt={words.picture(at + 1)} sizes="(min-width: 640px) 320px, 44vw" />
            <p className="ui-log-date" id={`picture-${assetId}`}>
              {words.picture(at + 1)}
            </p>
            <Button kind="secondary" choice={{ name: 'image', value: assetId }} describedBy={`picture-${assetId}`}>
              {words.withdrawPicture}
            </Button>
          </li>
        ))}
      </ul>
    </form>
  );
}
