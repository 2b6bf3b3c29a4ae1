import type { StudioFacts } from '@shipyard/ui';
import { element } from '../dom';

export function addCopyButtons(root: ParentNode, { words }: StudioFacts): void {
  for (const button of root.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    const source = document.getElementById(button.dataset.copy ?? '');
    if (!source) continue;
    const copied = element('span', { class: 'ui-small', role: 'status' });
    button.after(' ', copied);
    button.hidden = false;
    button.addEventListener('click', () => {
      const text = source instanceof HTMLInputElement ? source.value : (source.textContent ?? '').trim();
      void copy(text, source).then(() => (copied.textContent = words.copied));
    });
  }
}

/** Without https there is no clipboard: the text is selected, so that the keys of the system copy it. */
async function copy(text: string, source: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    getSelection()?.selectAllChildren(source);
    document.execCommand('copy');
  }
}
