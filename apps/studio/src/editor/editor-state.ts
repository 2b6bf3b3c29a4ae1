import type { EditorFacts } from '@shipyard/ui';
import type { ShownPicture } from './pictures';
import type { Preview, SavedReadme } from './readme-api';
import type { NextStep } from './standing';

export interface MissingPicture {
  path: string;
  line: number | null;
}

/** What the parts of the page show. */
export interface EditorState {
  isDirty: boolean;
  /** When the copy in this browser was made. Null if there is none, or no room for one. */
  keptAt: Date | null;
  savedAt: Date | null;
  /** What comes next in the project, since the last save. */
  next: NextStep | null;
  isSaving: boolean;
  /** What was discarded can be brought back. */
  canRestore: boolean;
  characters: number;
  html: string;
  /** The relative pictures of the preview, as they are written. */
  named: readonly string[];
  hasPreviewFailed: boolean;
  problems: Preview['problems'];
  missing: MissingPicture[];
  pictures: ShownPicture[];
  /** Why the files that were chosen last are not among the pictures. */
  refused: string | null;
  /** Why the last save failed. */
  failure: { sentences: string[]; requestId: string | null } | null;
  /** A version that was saved elsewhere meanwhile. */
  other: SavedReadme | null;
  /** When it was saved elsewhere, and what this tab shows since: that version if nothing was typed here, else what was. */
  elsewhere: { at: Date; outcome: 'shown' | 'kept' | 'both' } | null;
  /** Said once to screen readers. */
  said: string;
}

export const stateAtFirst = ({ html }: Pick<EditorFacts, 'html'>, text: string): EditorState => ({
  isDirty: false,
  keptAt: null,
  savedAt: null,
  next: null,
  isSaving: false,
  canRestore: false,
  characters: text.length,
  html,
  named: [],
  hasPreviewFailed: false,
  problems: [],
  missing: [],
  pictures: [],
  refused: null,
  failure: null,
  other: null,
  elsewhere: null,
  said: '',
});
