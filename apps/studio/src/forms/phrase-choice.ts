/** Puts the chosen phrase into its field at once. Without scripts, the server does it. */
export function addPhraseChoices(root: ParentNode): void {
  for (const box of root.querySelectorAll<HTMLElement>('[data-phrases-for]')) {
    const choice = box.querySelector('select');
    const field = document.getElementById(box.dataset.phrasesFor ?? '');
    if (!choice || !(field instanceof HTMLTextAreaElement)) continue;
    box.querySelector('button')?.addEventListener('click', (event) => {
      event.preventDefault();
      if (choice.value === '') return choice.focus();
      const typed = field.value.trimEnd();
      field.value = typed === '' ? choice.value : `${typed}\n\n${choice.value}`;
      choice.value = '';
      field.focus();
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
  }
}
