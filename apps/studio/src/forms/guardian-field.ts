/** Asks for a guardian only if the date of birth says that one is needed. Without a script, everybody is asked. */
export function showGuardianField(root: ParentNode): void {
  for (const part of root.querySelectorAll<HTMLElement>('[data-guardian-below]')) {
    const birthDate = part.closest('form')?.querySelector<HTMLInputElement>('#birth_date');
    const email = part.querySelector('input');
    if (!birthDate || !email) continue;
    const below = Number(part.dataset.guardianBelow);
    const isShown = () =>
      email.value !== '' ||
      email.getAttribute('aria-invalid') === 'true' ||
      isYounger(birthDate.value, below, new Date());
    const show = () => {
      part.hidden = !isShown();
    };
    birthDate.addEventListener('input', show);
    show();
  }
}

/** A date as the field gives it, `YYYY-MM-DD` or empty. The service decides in UTC too. */
export function isYounger(birthDate: string, years: number, now: Date): boolean {
  const [year, rest] = [Number(birthDate.slice(0, 4)), birthDate.slice(4)];
  if (!/^\d{4}-\d\d-\d\d$/.test(birthDate)) return false;
  return `${year + years}${rest}` > now.toISOString().slice(0, 10);
}
