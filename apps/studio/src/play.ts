/*
 * The script of project pages that can be played. Their Content-Security-Policy names it by the hash of its content,
 * which covers nothing that it imports: so it imports nothing.
 */

/** Long enough to look at a picture and to read one line. */
const PICTURE_MS = 2_500;
const DAY_MS = 86_400_000;

interface Stop {
  log: Element;
  /** Holds the picture. */
  link: HTMLAnchorElement;
}

interface Player {
  dialog: HTMLDialogElement;
  place: Element;
  caption: Element;
  pause: HTMLButtonElement;
  stops: readonly Stop[];
  /** Shows the day of a log on the rule. */
  mark: (log: Element) => void;
}

/** Lets the link `a[data-play]` play the pictures of the logs, oldest first. Without this script it leads to the first log. */
function offerPlay(page: Document): void {
  const link = page.querySelector<HTMLAnchorElement>('a[data-play]');
  const dialog = page.querySelector<HTMLDialogElement>('dialog[data-play-dialog]');
  const place = dialog?.querySelector('[data-play-place]');
  const caption = dialog?.querySelector('[data-play-caption]');
  const pause = dialog?.querySelector<HTMLButtonElement>('[data-play-pause]');
  const stops = stopsOn(page);
  if (!link || !dialog || !place || !caption || !pause || stops.length === 0) return;
  const play = playerOf({ dialog, place, caption, pause, stops, mark: markOn(page, dialog) });
  link.addEventListener('click', (event) => {
    if (event.button !== 0 || isModified(event)) return;
    event.preventDefault();
    play();
  });
}

const stopsOn = (page: Document): Stop[] =>
  [...page.querySelectorAll('.ui-log')]
    .reverse()
    .flatMap((log) => [...log.querySelectorAll<HTMLAnchorElement>('a[data-large]')].map((link) => ({ log, link })));

/** Makes the buttons and keys of the dialog work. What it returns opens it. */
function playerOf({ dialog, place, caption, pause, stops, mark }: Player): () => void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  let at = 0;
  let timer: number | undefined;
  let isPlaying = false;

  const setPlaying = (wanted: boolean) => {
    clearTimeout(timer);
    isPlaying = wanted;
    pause.textContent = (wanted ? pause.dataset.pause : pause.dataset.play) ?? '';
    // A screen reader reads each picture that its user asks for, and none that comes by itself.
    caption.ariaLive = wanted ? 'off' : 'polite';
  };
  /** The time of a picture begins when it is there. */
  const show = (next: number) => {
    const stop = stops[next];
    if (!stop) return;
    at = next;
    const picture = enlarged(stop.link);
    place.replaceChildren(...picture.shown);
    caption.textContent = captionOf(stop.log, `${at + 1} / ${stops.length}`);
    mark(stop.log);
    clearTimeout(timer);
    void picture.isThere.finally(() => {
      if (isPlaying && dialog.open && place.contains(picture.shown[0] ?? null)) timer = setTimeout(goOn, PICTURE_MS);
    });
  };
  const goOn = () => (at + 1 < stops.length ? show(at + 1) : setPlaying(false));
  const step = (by: number) => {
    setPlaying(false);
    show(Math.min(stops.length - 1, Math.max(0, at + by)));
  };

  pause.hidden = isStill;
  pause.addEventListener('click', () => {
    setPlaying(!isPlaying);
    if (isPlaying) show(at + 1 < stops.length ? at : 0);
  });
  dialog.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLElement>('[data-play-step]');
    if (button) step(Number(button.dataset.playStep));
  });
  dialog.addEventListener('keydown', (event) => {
    if (isModified(event)) return;
    if (event.key === 'ArrowRight') step(1);
    if (event.key === 'ArrowLeft') step(-1);
  });
  dialog.addEventListener('close', () => {
    setPlaying(false);
    place.replaceChildren();
  });
  return () => {
    dialog.showModal();
    pause.focus();
    setPlaying(!isStill);
    show(0);
  };
}

/** With one of these keys, it is the browser's. */
const isModified = (event: MouseEvent | KeyboardEvent) =>
  event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;

/** The same picture, of which the browser takes the copy that fits the window. */
function enlarged(link: Element): { shown: Node[]; isThere: Promise<void> } {
  const shown = link.querySelector('picture, img')?.cloneNode(true);
  if (!(shown instanceof HTMLElement)) return { shown: [], isThere: Promise.resolve() };
  for (const source of shown.querySelectorAll('source')) source.sizes = '100vw';
  const image = shown instanceof HTMLImageElement ? shown : shown.querySelector('img');
  if (!image) return { shown: [shown], isThere: Promise.resolve() };
  image.removeAttribute('class');
  image.loading = 'eager';
  return { shown: [shown], isThere: image.decode().catch(() => undefined) };
}

const captionOf = (log: Element, place: string) =>
  [place, ...['.ui-log-date', '.ui-log-title'].map((part) => log.querySelector(part)?.textContent?.trim())]
    .filter(Boolean)
    .join(' · ');

/** Copies the rule of the page into the dialog, with a line from its left end to the day that is shown. */
function markOn(page: Document, dialog: HTMLDialogElement): Player['mark'] {
  const rule = page.querySelector('.ui-front .ui-rule')?.cloneNode(true);
  const { firstDay, days, steps } = dialog.dataset;
  if (!(rule instanceof SVGElement)) return () => undefined;
  const line = page.createElementNS('http://www.w3.org/2000/svg', 'path');
  line.setAttribute('class', 'ui-play-mark');
  line.setAttribute('vector-effect', 'non-scaling-stroke');
  rule.append(line);
  dialog.querySelector('[data-play-rule]')?.replaceChildren(rule);
  return (log) => {
    const day = Math.floor(Date.parse(log.querySelector('time')?.dateTime ?? '') / DAY_MS);
    const at = Math.round(((day - Number(firstDay) + 0.5) / Number(days)) * Number(steps));
    line.setAttribute('d', `M0 34H${at}V0`);
  };
}

offerPlay(document);

// Makes it a module, so that its names are not those of the other scripts.
export {};
