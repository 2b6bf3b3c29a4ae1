import { CsrfField, shortDate, Time, utcDayOf } from '@shipyard/pages';
import { Button, LinkButton, PersonText, ResponsiveImage } from '@shipyard/ui';
import type { PageContext } from '../page-context';
import { Saved } from '../saved';
import { studioUrl } from '../studio/project-path';
import { StudioPage } from '../studio/studio-page';
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
            <Pictures page={page} url={action} pictures={pictures} />
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
  cursor,
  withdrawn,
}: CommonProps & WithdrawablePictures & { cursor?: string }) {
  const words = page.words.logs.withdraw;
  const { slug } = studio.project;
  return (
    <StudioPage page={page} studio={studio} section="readme" title={words.projectPictures}>
      <div className="ui-column">
        <h1 className="ui-title">{words.projectPictures}</h1>
        {withdrawn && <Saved text={words.done[withdrawn]} />}
        <p className="ui-text">{pictures.length === 0 ? words.noPictures : words.pictureErased}</p>
        <Pictures page={page} url={withdrawPicturesUrl(slug)} cursor={cursor} pictures={pictures} />
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

interface AskPictureProps extends Omit<CommonProps, 'withdrawn'> {
  section: 'logs' | 'readme';
  /** Where the pictures are, and where the answer goes. */
  url: string;
  picture: WithdrawablePicture;
}

/** Asks before a picture is erased, because nobody can bring it back. */
export function AskPicturePage({ page, studio, section, url, picture: { assetId, image } }: AskPictureProps) {
  const words = page.words.logs.withdraw;
  return (
    <StudioPage page={page} studio={studio} section={section} title={words.askPicture}>
      <div className="ui-column">
        <h1 className="ui-title">{words.askPicture}</h1>
        <form className="ui-sheet ui-fields" method="post" action={url} noValidate>
          <CsrfField page={page} />
          <input type="hidden" name="image" value={assetId} />
          <ResponsiveImage image={image} alt={words.picture(1)} sizes="(min-width: 640px) 320px, 88vw" />
          <p>{words.pictureErased}</p>
          <div className="ui-buttons">
            <Button kind="danger">{words.withdrawPicture}</Button>
            <LinkButton kind="secondary" href={url}>
              {words.keepPicture}
            </LinkButton>
          </div>
        </form>
      </div>
    </StudioPage>
  );
}

interface PicturesProps {
  page: PageContext;
  /** Where the pictures are. The page of one of them asks again. */
  url: string;
  cursor?: string;
  pictures: readonly WithdrawablePicture[];
}

/** Each with its link. */
function Pictures({ page, url, cursor, pictures }: PicturesProps) {
  const words = page.words.logs.withdraw;
  if (pictures.length === 0) return null;
  const linkTo = (image: string) => `${url}?${new URLSearchParams({ ...(cursor && { cursor }), image }).toString()}`;
  return (
    <ul className="ui-photos ui-photos-2">
      {pictures.map(({ assetId, image }, at) => (
        <li key={assetId}>
          <ResponsiveImage image={image} alt={words.picture(at + 1)} sizes="(min-width: 640px) 320px, 44vw" />
          <p className="ui-log-date" aria-hidden="true">
            {words.picture(at + 1)}
          </p>
          <LinkButton kind="secondary" href={linkTo(assetId)}>
            {words.withdrawPicture}
            <span className="ui-unseen">: {words.picture(at + 1)}</span>
          </LinkButton>
        </li>
      ))}
    </ul>
  );
}
