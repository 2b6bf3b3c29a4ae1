import { fill } from '../words';
import { clearFieldErrors, showFieldError, textFieldsOf } from './field-errors';

/** Refuses a form with a field that is too long before it is sent or read back. The server checks it too. */
export function checkFieldLimits(root: ParentNode): void {
  const forms = [...root.querySelectorAll<HTMLFormElement>('form')].filter((form) => form.querySelector('[data-most]'));
  for (const form of forms)
    form.addEventListener('submit', (event) => {
      clearFieldErrors(form);
      const tooLong = textFieldsOf(form).filter((field) => {
        const most = Number(field.dataset.most ?? Infinity);
        const count = charactersIn(field.value, most);
        if (count > most) showFieldError(field, fill(field.dataset.tooLong ?? '', { count }));
        return count > most;
      });
      if (tooLong.length === 0) return;
      event.preventDefault();
      tooLong[0]?.focus();
    });
}

/** The maximum of UTF-16 units of a character that is written in parts. */
const UNITS_APART = 4;

/** Counts as the server does. A text that is surely too long is left as it is: composing many marks takes long. */
export function charactersIn(text: string, most: number): number {
  return Array.from(text.length > UNITS_APART * most ? text : text.normalize('NFC')).length;
}
