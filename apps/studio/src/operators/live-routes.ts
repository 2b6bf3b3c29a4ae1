import { isObject } from '../drafts/draft-store';
import { pollWhileUsed } from '../poll-while-used';

const EVERY_MS = 2_000;

/** Shows how each route is now, as the process that answers sees it. */
export function followRoutes(page: Document): void {
  for (const place of page.querySelectorAll<HTMLElement>('[data-live-routes]'))
    void pollWhileUsed(place, place.dataset.liveRoutes ?? '', EVERY_MS, (answer) => show(place, answer));
}

function show(place: HTMLElement, answer: unknown): void {
  const data = isObject(answer) && isObject(answer.data) ? answer.data : {};
  if (!Array.isArray(data.items)) return;
  for (const item of data.items) {
    if (!isObject(item) || typeof item.route_id !== 'string') continue;
    showState(place, item.route_id, String(item.state));
    const texts: Readonly<Record<string, string>> = {
      in_flight: String(item.in_flight),
      failing: `${(Number(item.error_rate) * 100).toFixed(1)} %`,
    };
    for (const [name, text] of Object.entries(texts)) {
      const figure = place.querySelector(`[data-route-figure="${name} ${CSS.escape(item.route_id)}"]`);
      if (figure && figure.textContent !== text) figure.textContent = text;
    }
  }
}

function showState(place: HTMLElement, routeId: string, state: string): void {
  const shown = place.querySelector<HTMLElement>(`[data-route-state="${CSS.escape(routeId)}"]`);
  const look = place.querySelector<HTMLTemplateElement>(`template[data-look="${CSS.escape(state)}"]`);
  if (!shown || !look || shown.dataset.state === state) return;
  shown.dataset.state = state;
  shown.replaceChildren(look.content.cloneNode(true));
  shown.closest('tr')?.classList.toggle('ui-table-marked', state === 'open');
}
