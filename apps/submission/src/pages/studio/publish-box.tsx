import { CsrfField } from '@shipyard/pages';
import { Button, LinkButton } from '@shipyard/ui';
import type { StudioProject } from '../../project-reads';
import type { PageContext } from '../page-context';
import { studioUrl } from './project-path';
import type { Studio } from './studio.query';

export const publishUrl = (slug: string) => `${studioUrl(slug)}/publish`;

/** What a project needs before its maker can publish it in the studio, so that nothing empty hangs on the wall. */
export function lackOf({
  hasReadme,
  headerImageUrl,
  logCount,
}: Pick<StudioProject, 'hasReadme' | 'headerImageUrl' | 'logCount'>): 'readme' | 'content' | 'both' | null {
  const hasContent = headerImageUrl !== null || logCount > 0;
  if (hasReadme) return hasContent ? null : 'content';
  return hasContent ? 'readme' : 'both';
}

interface PublishBoxProps {
  page: PageContext;
  studio: Pick<Studio, 'account' | 'lacksGuardian'>;
  project: StudioProject;
}

/** On every page of a private project. The script of the editor takes it from a fresh copy after each save. */
export function PublishBox({ page, studio, project }: PublishBoxProps) {
  const { publish: words, frame } = page.words.studio;
  if (project.visibility !== 'private' || project.hiddenReason !== null || project.isHiddenByGuardian) return null;
  const lack = lackOf(project);
  return (
    <section className="ui-publish" aria-labelledby="publish-title" data-standing="publish">
      <h2 className="ui-path-title ui-heading" id="publish-title">
        {words.title}
      </h2>
      {lack !== null ? (
        <p className="ui-second">{words.lacks[lack]}</p>
      ) : studio.lacksGuardian ? (
        <GuardianLack page={page} studio={studio} />
      ) : (
        <form method="post" action={publishUrl(project.slug)}>
          <CsrfField page={page} />
          <p className="ui-second">
            {(studio.account.guardian ? words.leadOfChild : words.lead)(frame.logCount(project.logCount))}
          </p>
          <div className="ui-buttons">
            <Button kind="secondary">{words.send}</Button>
          </div>
        </form>
      )}
    </section>
  );
}

/** Instead of a button that would be refused. */
function GuardianLack({ page, studio: { account } }: Omit<PublishBoxProps, 'project'>) {
  const { guardian: words } = page.words.studio;
  return (
    <>
      <p className="ui-second">{words[account.guardian?.status ?? 'none']}</p>
      <div className="ui-buttons">
        <LinkButton kind="secondary" href="/studio/settings#guardian">
          {words.open}
        </LinkButton>
      </div>
    </>
  );
}
