import type { DraftContent } from '../drafts/draft-store';

export interface Control {
  name: string;
  type: string;
  value: string;
  checked?: boolean;
  /** Whether the page says that nothing of it may be kept. */
  isPrivate: boolean;
}

const NEVER = new Set(['password', 'file', 'hidden', 'submit', 'button', 'reset', 'image']);

const isKept = ({ name, type, isPrivate }: Control) => name !== '' && !isPrivate && !NEVER.has(type);
const isChoice = ({ type }: Control) => type === 'checkbox' || type === 'radio';

/** What of a form may be kept in the browser, by the names of its controls. Choices are lists of their values. */
export function valuesOf(controls: readonly Control[]): DraftContent {
  const values: Record<string, string | string[]> = {};
  for (const control of controls.filter(isKept)) {
    const { name, value, checked } = control;
    if (!isChoice(control)) values[name] = value;
    else values[name] = [...[values[name] ?? []].flat(), ...(checked ? [value] : [])];
  }
  return values;
}

/** Puts kept values back. Returns whether something changed. */
export function fillIn(controls: readonly Control[], content: DraftContent): boolean {
  let hasChanged = false;
  for (const control of controls.filter(isKept)) {
    const kept = Object.hasOwn(content, control.name) ? content[control.name] : undefined;
    if (isChoice(control) && Array.isArray(kept)) {
      const checked = kept.includes(control.value);
      hasChanged ||= checked !== control.checked;
      control.checked = checked;
    } else if (typeof kept === 'string' && !isChoice(control)) {
      hasChanged ||= kept !== control.value;
      control.value = kept;
    }
  }
  return hasChanged;
}
