import { element } from '../dom';

type Field = HTMLInputElement | HTMLTextAreaElement;

const ERROR = 'data-error-of-script';

/** Shows an error beside a field, as the server does, and replaces the one that stands there. */
export function showFieldError(field: Field, text: string): void {
  const id = `${field.id}-error`;
  document.getElementById(id)?.remove();
  const error = element('p', { class: 'ui-field-error', id, role: 'alert', [ERROR]: true }, text);
  field.closest('.ui-field')?.append(error);
  field.setAttribute('aria-invalid', 'true');
  field.setAttribute('aria-describedby', [...describers(field, id), id].join(' '));
}

/** Removes what `showFieldError` has shown. */
export function clearFieldErrors(form: HTMLFormElement): void {
  for (const error of form.querySelectorAll(`[${ERROR}]`)) {
    const field = document.getElementById(error.id.replace(/-error$/, ''));
    error.remove();
    if (!field) continue;
    field.removeAttribute('aria-invalid');
    field.setAttribute('aria-describedby', describers(field, error.id).join(' '));
  }
}

const describers = (field: HTMLElement, without: string) =>
  (field.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id !== '' && id !== without);

/** The fields of a form that take text. */
export function textFieldsOf(form: HTMLFormElement): Field[] {
  return [...form.elements].filter(
    (each): each is Field =>
      each instanceof HTMLTextAreaElement || (each instanceof HTMLInputElement && TEXT_TYPES.has(each.type)),
  );
}

const TEXT_TYPES = new Set(['text', 'email', 'tel', 'url', 'search']);
