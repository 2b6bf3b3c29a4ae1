const SEND = 'send';

/** Shows what a form is about to send, for forms whose content is not shown again. The server names what is missing. */
export function readFormsBack(root: ParentNode): void {
  for (const form of root.querySelectorAll<HTMLFormElement>('form[data-read-back]')) {
    const dialog = document.getElementById(form.dataset.readBack ?? '');
    if (dialog instanceof HTMLDialogElement) readBack(form, dialog);
  }
}

function readBack(form: HTMLFormElement, dialog: HTMLDialogElement): void {
  let submitter: HTMLElement | null = null;
  let isRight = false;
  form.addEventListener('submit', (event) => {
    if (isRight || event.defaultPrevented || !form.checkValidity()) return;
    event.preventDefault();
    ({ submitter } = event);
    fillIn(dialog, new FormData(form));
    dialog.returnValue = '';
    dialog.showModal();
  });
  dialog.addEventListener('close', () => {
    fillIn(dialog, new FormData());
    isRight = dialog.returnValue === SEND;
    if (isRight) form.requestSubmit(submitter);
    isRight = false;
  });
}

function fillIn(dialog: HTMLDialogElement, values: FormData): void {
  for (const place of dialog.querySelectorAll<HTMLElement>('[data-field]')) {
    const value = values.get(place.dataset.field ?? '');
    place.textContent = typeof value === 'string' ? value : '';
  }
}
