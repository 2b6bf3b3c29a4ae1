import type { StudioFacts } from '@shipyard/ui';
import { suggestSlug } from '@shipyard/ui/suggest-slug';
import { answerOf, apiOf } from '../session/api';

const ASK_AFTER_MS = 350;
const HAN = /\p{Script=Han}/u;

/** Suggests a slug from the name until it is edited, and says whether it is free. Nothing is refused before sending. */
export function addSlugHints(root: ParentNode, facts: StudioFacts): void {
  for (const field of root.querySelectorAll<HTMLInputElement>('input[data-slug-from]')) addSlugHint(field, facts);
}

function addSlugHint(field: HTMLInputElement, facts: StudioFacts): void {
  const name = document.getElementById(field.dataset.slugFrom ?? '');
  const hint = field.form?.querySelector('[data-slug-hint]');
  if (!(name instanceof HTMLInputElement) || !hint) return;
  hint.setAttribute('role', 'status');
  let isOwn = field.value !== '' && field.value !== suggestSlug(name.value);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = () => {
    clearTimeout(timer);
    hint.textContent = '';
    const slug = field.value.trim();
    if (slug === '') return;
    timer = setTimeout(() => {
      void hintFor(slug, facts).then((text) => {
        if (field.value.trim() === slug) hint.textContent = text;
      });
    }, ASK_AFTER_MS);
  };
  name.addEventListener('input', () => {
    if (isOwn) return;
    clearTimeout(timer);
    field.value = suggestSlug(name.value);
    if (field.value !== '' || !HAN.test(name.value)) return check();
    hint.textContent = '';
    const asked = name.value;
    timer = setTimeout(() => {
      void suggestionFor(asked, facts).then((slug) => {
        if (isOwn || name.value !== asked || slug === null) return;
        field.value = slug;
        // The draft of the form keeps what scripts write too.
        field.dispatchEvent(new Event('input', { bubbles: true }));
        isOwn = false;
      });
    }, ASK_AFTER_MS);
  });
  field.addEventListener('input', () => {
    isOwn = field.value !== '';
    check();
  });
}

/** Only the server has the dictionary that writes Chinese in Latin letters. */
async function suggestionFor(name: string, facts: StudioFacts): Promise<string | null> {
  const params = { path: { slug: name }, query: { suggest: 'yes' as const } };
  const answer = await answerOf(apiOf(facts).GET('/api/v1/slugs/{slug}', { params }));
  return answer.kind === 'ok' ? (answer.data.suggestion ?? null) : null;
}

async function hintFor(slug: string, facts: StudioFacts): Promise<string> {
  const words = facts.words.slug;
  const answer = await answerOf(apiOf(facts).GET('/api/v1/slugs/{slug}', { params: { path: { slug } } }));
  if (answer.kind !== 'ok') return '';
  return words[answer.data.reason ?? 'free'];
}
