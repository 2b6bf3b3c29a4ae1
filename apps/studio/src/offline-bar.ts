import type { StudioFacts } from '@shipyard/ui';
import { element } from './dom';

/** Above the content of the page, while the browser has no network. */
export function showOfflineBar({ words }: StudioFacts): void {
  const bar = element('div', { class: 'ui-offline', role: 'status' });
  document.getElementById('main')?.before(bar);
  const update = () => {
    bar.replaceChildren(...(navigator.onLine ? [] : [words.offline]));
  };
  addEventListener('online', update);
  addEventListener('offline', update);
  update();
}
