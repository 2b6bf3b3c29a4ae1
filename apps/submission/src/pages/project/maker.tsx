import { PersonText } from '@shipyard/ui';
import type { ProjectView } from '../../project-reads';
import type { Words } from '../words/words';

type Creator = ProjectView['creator'];

/** The maker's name. A creator without a handle has deleted the account. */
export const shownName = ({ handle, display_name: name }: Creator, words: Words['project']): string =>
  handle === '' ? words.anonymous : name;

/** Links to the maker's page, if there is one. */
export function MakerLink({ creator, words }: { creator: Creator; words: Words['project'] }) {
  const name = <PersonText text={shownName(creator, words)} />;
  return creator.handle === '' ? name : <a href={`/creators/${creator.handle}`}>{name}</a>;
}
