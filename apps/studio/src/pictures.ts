/*
 * The script of public pages with pictures. Their Content-Security-Policy names it by the hash of its content, which covers nothing
 * that it imports: so it imports nothing.
 */

/** A small file grows at most so much. More would only show its dots. */
const MOST_GROWTH = 2;

/** Opens the picture of a pressed `a[data-large]` in the dialog of the page. A new tab or a download is the browser's. */
function openLargePictures(page: Document): void {
  const dialog = page.querySelector<HTMLDialogElement>('dialog[data-large-picture]');
  const place = dialog?.querySelector('[data-large-place]');
  const caption = dialog?.querySelector('[data-large-caption]');
  const file = dialog?.querySelector<HTMLAnchorElement>('[data-large-file]');
  const steps = dialog?.querySelector<HTMLElement>('[data-large-steps]');
  if (!dialog || !place || !caption || !file || !steps) return;
  const links = [...page.querySelectorAll<HTMLAnchorElement>('a[data-large]')];
  let at = -1;
  const show = (link: HTMLAnchorElement) => {
    const shown = link.querySelector('picture, img');
    if (!shown) return false;
    at = links.indexOf(link);
    const large = enlarged(shown);
    place.replaceChildren(large.picture);
    caption.textContent = large.image?.alt ?? '';
    file.href = link.href;
    return true;
  };
  /** After the last comes the first. */
  const step = (by: number) => {
    const link = links[(at + by + links.length) % links.length];
    if (link) show(link);
  };
  steps.hidden = links.length < 2;
  page.addEventListener('click', (event) => {
    if (event.button !== 0 || isModified(event)) return;
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[data-large]');
    if (!link || !show(link)) return;
    event.preventDefault();
    dialog.showModal();
  });
  // Everything but what can be pressed closes it, the picture too.
  dialog.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    const button = target.closest<HTMLElement>('[data-large-step]');
    if (button) step(Number(button.dataset.largeStep));
    else if (!target.closest('a, button')) dialog.close();
  });
  dialog.addEventListener('keydown', (event) => {
    if (isModified(event)) return;
    if (event.key === 'ArrowRight') step(1);
    if (event.key === 'ArrowLeft') step(-1);
  });
  dialog.addEventListener('close', () => place.replaceChildren());
}

/** With one of these keys, it is the browser's. */
const isModified = (event: MouseEvent | KeyboardEvent) =>
  event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;

/** The same picture, of which the browser takes the copy that fits the window. */
function enlarged(shown: Element): { picture: Element; image: HTMLImageElement | null } {
  const picture = shown.cloneNode(true) as Element;
  for (const source of picture.querySelectorAll('source')) source.sizes = '100vw';
  const image = picture instanceof HTMLImageElement ? picture : picture.querySelector('img');
  if (image) {
    image.removeAttribute('class');
    image.loading = 'eager';
    for (const side of ['width', 'height'] as const) {
      const pixels = Number(image.getAttribute(side));
      if (pixels > 0) image[side] = pixels * MOST_GROWTH;
    }
  }
  return { picture, image };
}

openLargePictures(document);
