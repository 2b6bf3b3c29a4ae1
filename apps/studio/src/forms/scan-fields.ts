/** A barcode scanner types, then presses Enter. So Enter moves to the next field, and only the button sends the form. */
export function moveOnEnter(root: ParentNode): void {
  for (const form of root.querySelectorAll<HTMLFormElement>('form[data-scan]')) {
    form.addEventListener('keydown', (event) => {
      const { target } = event;
      if (event.key !== 'Enter' || event.isComposing || !(target instanceof HTMLInputElement)) return;
      event.preventDefault();
      const fields = Array.from(form.querySelectorAll<HTMLInputElement>('input:not([type=hidden])'));
      // What is scanned again replaces what the last field has.
      const next = fields[fields.indexOf(target) + 1] ?? target;
      next.focus();
      next.select();
    });
  }
}
