import { PersonText } from '@shipyard/ui';
import type { PageContext } from '../page-context';
import { studioUrl } from './project-path';
import { StudioPage } from './studio-page';
import type { Studio } from './studio.query';

export function StudioHome({ page, studio }: { page: PageContext; studio: Studio }) {
  const words = page.words.studio;
  return (
    <StudioPage page={page} studio={studio} title={words.title}>
      <h1 className="ui-title">{words.title}</h1>
      <ul>
        {studio.projects.map(({ slug, name }) => (
          <li key={slug}>
            <a href={studioUrl(slug)}>
              <PersonText text={name} />
            </a>
          </li>
        ))}
      </ul>
    </StudioPage>
  );
}
