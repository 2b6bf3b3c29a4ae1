/*
 * The script of public pages with something to copy. Their Content-Security-Policy names it by the hash of its content,
 * which covers nothing that it imports: so it imports nothing.
 */

/** Shows each `button[data-copy]`, which copies the text of the element with that id and then says so. */
function showCopyButtons(page: Document): void {
  for (const button of page.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    const source = page.getElementById(button.dataset.copy ?? '');
    if (!source) continue;
    const copied = page.createElement('span');
    copied.className = 'ui-small';
    copied.role = 'status';
    button.after(copied);
    button.hidden = false;
    button.addEventListener('click', () => {
      void copy(source).then(() => (copied.textContent = button.dataset.copied ?? ''));
    });
  }
}

/** Without https there is no clipboard: the text is selected, so that the keys of the system copy it. */
async function copy(source: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText((source.textContent ?? '').trim());
  } catch {
    getSelection()?.selectAllChildren(source);
    document.execCommand('copy');
  }
}

showCopyButtons(document);
