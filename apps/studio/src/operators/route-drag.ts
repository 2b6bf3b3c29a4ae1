const SAME = 'ui-drop-same';
const AFTER = 'ui-drop-after';

/**
 * Lets a route be dragged onto another of its model: the upper half of that puts it into the same step, the lower half
 * into the next one. It sends the form of the route's buttons, which do the same without dragging.
 */
export function letRoutesBeDragged(page: Document): void {
  const handles = [...page.querySelectorAll<HTMLElement>('[data-drag]')];
  for (const hint of page.querySelectorAll<HTMLElement>('[data-drag-hint]')) hint.hidden = handles.length === 0;
  let dragged: HTMLElement | null = null;
  for (const handle of handles) {
    const row = handle.closest('tr');
    if (!row) continue;
    row.draggable = true;
    row.classList.add('ui-draggable');
    row.addEventListener('dragstart', (event) => {
      dragged = handle;
      // Firefox drags only what carries data.
      event.dataTransfer?.setData('text/plain', handle.dataset.drag ?? '');
    });
    row.addEventListener('dragend', () => (dragged = null));
    row.addEventListener('dragleave', () => row.classList.remove(SAME, AFTER));
    row.addEventListener('dragover', (event) => {
      if (!mayDrop(dragged, handle)) return;
      event.preventDefault();
      row.classList.toggle(AFTER, isLower(event, row));
      row.classList.toggle(SAME, !isLower(event, row));
    });
    row.addEventListener('drop', (event) => {
      row.classList.remove(SAME, AFTER);
      if (!dragged || !mayDrop(dragged, handle)) return;
      event.preventDefault();
      move(dragged, Number(handle.dataset.priority) + (isLower(event, row) ? 1 : 0));
    });
  }
}

const mayDrop = (dragged: HTMLElement | null, onto: HTMLElement) =>
  dragged !== null && dragged !== onto && dragged.dataset.model === onto.dataset.model;

function isLower(event: DragEvent, row: HTMLElement): boolean {
  const { top, height } = row.getBoundingClientRect();
  return event.clientY > top + height / 2;
}

function move(handle: HTMLElement, priority: number): void {
  const form = handle.closest('tr')?.querySelector<HTMLFormElement>('form.ui-route-buttons');
  if (!form || Number(handle.dataset.priority) === priority) return;
  const field = document.createElement('input');
  field.type = 'hidden';
  field.name = 'priority';
  field.value = String(priority);
  form.append(field);
  form.submit();
}
