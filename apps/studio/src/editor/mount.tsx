import { createRoot } from 'react-dom/client';
import { EDITOR_FACTS_ID, type EditorFacts, type StudioFacts } from '@shipyard/ui';
import { readBlock } from '../facts';
import { EditorPage } from './editor-page';
import { stayAboveKeyboard } from './keyboard';
import { ReadmeEditor } from './readme-editor';

/** Takes the place of the form that works without scripts, with what was typed into it meanwhile. */
export function mountEditor(island: HTMLElement, page: StudioFacts): void {
  const facts = readBlock<EditorFacts>(EDITOR_FACTS_ID);
  const field = island.querySelector<HTMLTextAreaElement>('textarea[name=readme]');
  const saved = island.querySelector<HTMLTextAreaElement>('textarea[data-saved]') ?? field;
  if (!facts || !field || !saved) return;
  const editor = new ReadmeEditor(page, facts, saved.defaultValue);
  // What the page offers in the field is put behind the draft instead.
  const isUntouched = facts.offered !== null && field.value === field.defaultValue;
  const typed = isUntouched ? saved.defaultValue : field.value;
  const hadFocus = island.contains(document.activeElement);
  createRoot(island).render(<EditorPage editor={editor} typed={typed} hasFocus={hadFocus} />);
  island.dataset.isMounted = 'yes';
  stayAboveKeyboard();
}
