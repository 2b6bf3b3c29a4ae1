const OFF = 'console-keys-off';

const DECISIONS: Readonly<Record<string, string>> = { a: 'approve', c: 'request_changes', r: 'reject' };
const TEXT = 'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]';

/** Single keys for reviewers. They write in fields for text, and can be turned off in the dialog that lists them. */
export function addConsoleKeys(root: ParentNode): void {
  for (const place of root.querySelectorAll<HTMLElement>('[data-keys]')) {
    const dialog = place.querySelector<HTMLDialogElement>('[data-keys-help]');
    const show = place.querySelector<HTMLButtonElement>('[data-keys-show]');
    const box = place.querySelector<HTMLInputElement>('[data-keys-on]');
    if (!dialog || !show || !box) continue;
    const open = () => {
      box.checked = isOn();
      dialog.showModal();
    };
    show.hidden = false;
    show.onclick = open;
    box.onchange = () => turn(box.checked);
    dialog.querySelector<HTMLElement>('[data-keys-close]')?.addEventListener('click', () => dialog.close());
    const onKey = (event: KeyboardEvent) => {
      if (!place.isConnected) return document.removeEventListener('keydown', onKey);
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
      if (!isOn() || dialog.open || (event.target instanceof Element && event.target.closest(TEXT))) return;
      if (event.key === '?') open();
      else if (!(place.dataset.keys === 'queue' ? moveInQueue(event.key) : choose(event.key))) return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
  }
}

function moveInQueue(key: string): boolean {
  if (key !== 'j' && key !== 'k') return false;
  const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-live-claims] tbody th a')];
  const row = document.activeElement?.closest('tr');
  const at = links.findIndex((link) => row?.contains(link));
  const next = at < 0 ? links[0] : links[at + (key === 'j' ? 1 : -1)];
  next?.focus();
  return true;
}

/** Nothing is sent. A decision that needs a reason leads to its field. */
function choose(key: string): boolean {
  const decision = Object.hasOwn(DECISIONS, key) ? DECISIONS[key] : undefined;
  if (decision === undefined) return false;
  const choice = document.querySelector<HTMLInputElement>(`input[name=decision][value="${decision}"]`);
  if (!choice) return false;
  choice.checked = true;
  choice.dispatchEvent(new Event('input', { bubbles: true }));
  const reason = choice.form?.querySelector<HTMLElement>('textarea[name=reason]');
  (decision === 'approve' ? choice : (reason ?? choice)).focus();
  return true;
}

function isOn(): boolean {
  try {
    return localStorage.getItem(OFF) === null;
  } catch {
    return true;
  }
}

function turn(on: boolean): void {
  try {
    if (on) localStorage.removeItem(OFF);
    else localStorage.setItem(OFF, 'yes');
  } catch {
    // Without storage the keys stay on.
  }
}
