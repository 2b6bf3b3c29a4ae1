import type { StudioFacts } from '@shipyard/ui';
import { element } from '../dom';

/** Puts a button below the hint of each new password that shows it. It is hidden again before it is sent. */
export function addShowPassword(root: ParentNode, { words }: StudioFacts): void {
  for (const field of root.querySelectorAll<HTMLInputElement>('input[type=password][autocomplete=new-password]')) {
    // While it is shown, its type no longer says that it is a password.
    field.dataset.noDraft = '';
    field.autocapitalize = 'none';
    field.spellcheck = false;
    const button = element('button', { type: 'button', class: 'ui-button ui-button-quiet', 'aria-controls': field.id });
    const show = (isShown: boolean) => {
      field.type = isShown ? 'text' : 'password';
      button.textContent = isShown ? words.hidePassword : words.showPassword;
    };
    show(false);
    button.onclick = () => show(field.type === 'password');
    field.form?.addEventListener('submit', () => show(false));
    (field.closest('.ui-field') ?? field).append(element('div', { class: 'ui-cluster' }, button));
  }
}
