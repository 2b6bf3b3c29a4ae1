import { LOG_WORDS_ID, type LogWords } from '@shipyard/ui';
import { element } from '../dom';
import { bytesBefore, fitPicture, needsFitting } from '../editor/fit-picture';
import { PICTURE_TYPES, sizeText } from '../editor/picture-files';
import { readBlock, readFacts } from '../facts';
import { draftNameOf } from '../forms/form-drafts';
import { fill } from '../words';
import { addPhotos, photosAgain } from './added-photos';
import { captionOf, describe, KEPT_CAPTIONS_FIELD, readCaptions, writeCaptions } from './captions';
import { KEYS_FIELD, KeptPhotos, keysIn } from '../drafts/kept-photos';

/** All photos of the form are sent in this field, and an error summary links to this id. */
const FIELD = 'more_photos';

/** What was chosen for each form, by the name of its draft, until it is sent: a refused form comes back without its files. */
const chosenFor = new Map<string, readonly File[]>();
const urls = new WeakMap<File, string>();

/** Read once: a page that is shown in the place of a sent form brings no facts. */
const handle = readFacts()?.session?.handle;

/** Resolves when the photos of earlier visits are back in their forms. */
export async function addPhotoPlaces(root: ParentNode): Promise<void> {
  const places: LogPhotos[] = [];
  for (const place of root.querySelectorAll<HTMLFieldSetElement>('fieldset[data-photos]')) {
    const words = readBlock<LogWords>(LOG_WORDS_ID)?.photos;
    if (!place.form || !words || handle === undefined || !canSetFiles()) continue;
    places.push(new LogPhotos(place, place.form, words, new KeptPhotos(handle, draftNameOf(place.form) ?? '')));
  }
  await Promise.all(places.map(({ restored }) => restored));
}

/** Shows the file. Leaves no trace in the page if it is no picture. */
export function photoImage(file: File, alt: string): HTMLImageElement {
  const url = urls.get(file) ?? URL.createObjectURL(file);
  urls.set(file, url);
  const image = element('img', { src: url, alt });
  image.onerror = () => (image.closest('li.ui-photo') ?? image).remove();
  return image;
}

export const photosOf = (form: HTMLFormElement): File[] => [
  ...(form.querySelector<HTMLInputElement>(`input[name=${FIELD}]`)?.files ?? []),
];

class LogPhotos {
  readonly restored: Promise<void>;
  private photos: readonly File[];
  private refused: ReadonlySet<File>;
  /** Keys of photos that the database has not answered yet. */
  private awaited: readonly string[];
  private readonly keys: HTMLInputElement | null;
  private readonly captions: HTMLInputElement | null;
  /** The captions that the draft has, by the keys of the photos. */
  private readonly keptCaptions: ReadonlyMap<string, string>;
  private readonly unkept = new WeakSet<File>();
  private readonly sent = element('input', { type: 'file', name: FIELD, multiple: true, hidden: true });
  private readonly picker = element('input', { type: 'file', accept: PICTURE_TYPES, multiple: true, hidden: true });
  private readonly list = element('ul', { class: 'ui-uploads' });
  private readonly button: HTMLButtonElement;
  private readonly problem = element('p', { class: 'ui-photos-problem', role: 'alert' });
  private readonly warning = element('p', { class: 'ui-photos-problem', role: 'status' });
  private readonly status = element('p', { class: 'ui-unseen', role: 'status' });

  constructor(
    place: HTMLFieldSetElement,
    private readonly form: HTMLFormElement,
    private readonly words: LogWords['photos'],
    private readonly kept: KeptPhotos,
  ) {
    const inputs = [...place.querySelectorAll<HTMLInputElement>('input[type=file]')];
    const early = inputs.flatMap((input) => takeEarly(place, input));
    this.photos = [...(chosenFor.get(this.name) ?? []), ...early];
    this.keys = place.querySelector<HTMLInputElement>(`input[name=${KEYS_FIELD}]`);
    this.captions = place.querySelector<HTMLInputElement>(`input[name=${KEPT_CAPTIONS_FIELD}]`);
    this.keptCaptions = readCaptions(this.captions?.value ?? '');
    const held = new Set(this.photos.map((photo) => kept.keyOf(photo)));
    this.awaited = keysIn(this.keys?.value ?? '').filter((key) => !held.has(key));
    const places = (place.dataset.refused ?? '').split(' ').filter((each) => each !== '');
    this.refused = new Set(places.flatMap((at) => this.photos[Number(at)] ?? []));
    const errors = [...place.querySelectorAll<HTMLElement>('.ui-field-error')];
    const described = errors.map(({ id }) => id).join(' ') || undefined;
    this.button = element(
      'button',
      { type: 'button', class: 'ui-drop ui-screen-only', id: FIELD, 'aria-describedby': described },
      element('span', { class: 'ui-drop-choose' }, words.add),
      words.drop,
    );
    place.querySelector('.ui-hint')?.replaceChildren(words.hint);
    for (const input of inputs) input.value = '';
    for (const field of place.querySelectorAll('.ui-field')) field.remove();
    place.append(this.list, this.button, ...errors, this.problem, this.warning, this.sent, this.picker, this.status);
    this.listen();
    this.show();
    this.restored = this.restore();
    if (early.length > 0) void this.keep(early);
  }

  /** Takes up the photos of the draft, and says if some are gone. */
  private async restore(): Promise<void> {
    const { awaited } = this;
    const photos = await this.kept.read(awaited);
    // The draft was discarded meanwhile.
    if (awaited !== this.awaited) return;
    this.awaited = [];
    for (const photo of photos) describe(photo, this.keptCaptions.get(this.kept.keyOf(photo)) ?? captionOf(photo));
    this.photos = [...photos, ...this.photos];
    this.show();
    const lost = awaited.length - photos.length;
    if (lost > 0) this.problem.textContent = fill(this.words.lost, { count: lost });
    await this.dropSame();
    await this.kept.removeUnlisted(this.listed());
  }

  private async keep(photos: readonly File[]): Promise<void> {
    this.keepList();
    for (const photo of photos) if (!(await this.kept.keep(photo))) this.unkept.add(photo);
    this.showWarning();
  }

  /** The draft of the form listens for this. */
  private keepList(): void {
    this.keys?.dispatchEvent(new Event('input', { bubbles: true }));
  }

  private listed(): string[] {
    return [...this.awaited, ...this.photos.map((photo) => this.kept.keyOf(photo))];
  }

  private listen(): void {
    const { form, button, picker } = this;
    button.onclick = () => picker.click();
    picker.onchange = () => {
      this.add([...(picker.files ?? [])]);
      picker.value = '';
    };
    form.addEventListener('dragover', (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      button.classList.add('ui-drop-over');
    });
    form.addEventListener('dragleave', () => button.classList.remove('ui-drop-over'));
    form.addEventListener('drop', (event) => {
      button.classList.remove('ui-drop-over');
      this.take(event, event.dataTransfer);
    });
    form.addEventListener('paste', (event) => {
      // A copied cell or paragraph comes as text, and as a picture of it.
      if (event.clipboardData?.getData('text/plain') === '') this.take(event, event.clipboardData);
    });
    form.addEventListener('reset', () => {
      this.photos = [];
      this.awaited = [];
      this.problem.textContent = '';
      this.show();
      void this.kept.removeUnlisted([]);
    });
  }

  private take(event: Event, data: DataTransfer | null): void {
    const files = [...(data?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    this.add(files);
  }

  private add(files: readonly File[]): void {
    if (!files.some(needsFitting)) return this.addFitting(files);
    this.status.textContent = this.words.making;
    void Promise.all(files.map(fitPicture)).then((fitted) => this.addFitting(fitted));
  }

  private addFitting(files: readonly File[]): void {
    const { photos, said, refused } = addPhotos(this.photos, files, this.words);
    const added = photos.slice(this.photos.length);
    this.photos = photos;
    this.status.textContent = said;
    this.problem.textContent = refused;
    this.show();
    if (added.length > 0)
      void this.dropSame().then(() => this.keep(added.filter((photo) => this.photos.includes(photo))));
  }

  /** Takes the same file once, however often it came. */
  private async dropSame(): Promise<void> {
    const again = await photosAgain(this.photos);
    if (again.size === 0) return;
    this.photos = this.photos.filter((photo) => !again.has(photo));
    this.show();
    this.keepList();
  }

  private remove(photo: File): void {
    this.photos = this.photos.filter((each) => each !== photo);
    this.status.textContent = fill(this.words.removed, { path: photo.name });
    this.problem.textContent = '';
    this.show();
    this.keepList();
    // The button that was pressed is gone.
    this.button.focus();
  }

  private move(photo: File, by: -1 | 1): void {
    const photos = this.photos.filter((each) => each !== photo);
    const place = this.photos.indexOf(photo) + by;
    this.photos = [...photos.slice(0, place), photo, ...photos.slice(place)];
    this.status.textContent = fill(this.words.moved, { path: photo.name, place: place + 1 });
    this.show();
    this.keepList();
    // The list is drawn again. At an end, the button of this direction is gone.
    const item = this.list.children[place];
    (item?.querySelector<HTMLElement>(`[data-by="${by}"]`) ?? item?.querySelector<HTMLElement>('[data-by]'))?.focus();
  }

  private show(): void {
    const data = new DataTransfer();
    for (const photo of this.photos) data.items.add(photo);
    this.sent.files = data.files;
    if (this.keys) this.keys.value = this.listed().join(' ');
    this.listCaptions();
    this.showWarning();
    if (this.photos.length > 0) chosenFor.set(this.name, this.photos);
    else chosenFor.delete(this.name);
    this.list.hidden = this.photos.length === 0;
    this.list.replaceChildren(...this.photos.map((photo) => this.item(photo)));
  }

  /** A photo that the database has not answered yet keeps the one of the draft. */
  private listCaptions(): void {
    if (!this.captions) return;
    const awaited = this.awaited.map((key) => [key, this.keptCaptions.get(key) ?? ''] as const);
    const shown = this.photos.map((photo) => [this.kept.keyOf(photo), captionOf(photo)] as const);
    this.captions.value = writeCaptions([...awaited, ...shown]);
  }

  private showWarning(): void {
    this.warning.textContent = this.photos.some((photo) => this.unkept.has(photo)) ? this.words.unkept : '';
  }

  private item(photo: File): HTMLElement {
    const { words } = this;
    const isRefused = this.refused.has(photo);
    const remove = element(
      'button',
      { type: 'button', class: 'ui-button ui-button-quiet', 'aria-label': `${words.remove} ${photo.name}` },
      words.remove,
    );
    remove.onclick = () => this.remove(photo);
    const { lang } = document.documentElement;
    const before = bytesBefore(photo);
    const shrunk = before === undefined ? '' : ` (${fill(words.shrunk, { size: sizeText(before, lang) })})`;
    const state = isRefused ? words.damaged : sizeText(photo.size, lang) + shrunk;
    const moves = ([-1, 1] as const).flatMap((by) => {
      const place = this.photos.indexOf(photo) + by;
      return place < 0 || place >= this.photos.length ? [] : this.mover(photo, by);
    });
    return element(
      'li',
      { class: isRefused ? 'ui-upload ui-upload-refused' : 'ui-upload' },
      element('div', { class: 'ui-upload-picture' }, photoImage(photo, '')),
      element('code', { class: 'ui-upload-path' }, photo.name),
      element('p', { class: 'ui-upload-state ui-second' }, state),
      this.captionField(photo),
      element('div', { class: 'ui-upload-actions ui-cluster' }, ...moves, remove),
    );
  }

  private captionField(photo: File): HTMLElement {
    const id = `caption_${this.photos.indexOf(photo) + 1}`;
    const input = element('input', { class: 'ui-input', id, name: 'captions[]', autocomplete: 'off' });
    input.value = captionOf(photo);
    input.oninput = () => {
      describe(photo, input.value);
      this.listCaptions();
    };
    const name = element('span', { class: 'ui-unseen' }, ` ${photo.name}`);
    const label = element('label', { class: 'ui-label', for: id }, this.words.caption, name);
    // The draft keeps it by its photo, in a field of its own.
    return element('div', { class: 'ui-field', 'data-no-draft': true }, label, input);
  }

  private mover(photo: File, by: -1 | 1): HTMLElement {
    const label = fill(by < 0 ? this.words.earlier : this.words.later, { path: photo.name });
    const button = element(
      'button',
      { type: 'button', class: 'ui-button ui-button-secondary', 'aria-label': label, title: label, 'data-by': `${by}` },
      by < 0 ? '←' : '→',
    );
    button.onclick = () => this.move(photo, by);
    return button;
  }

  private get name(): string {
    return draftNameOf(this.form) ?? '';
  }
}

/** What was chosen before the script came, with what was written beside it. */
function takeEarly(place: HTMLElement, { name, files }: HTMLInputElement): File[] {
  const caption = place.querySelector<HTMLInputElement>(`input[name=${name.replace('photo', 'caption')}]`)?.value ?? '';
  const early = [...(files ?? [])];
  for (const photo of early) if (caption !== '') describe(photo, caption);
  return early;
}

/** Without it, the inputs of the page stay. */
function canSetFiles(): boolean {
  try {
    return new DataTransfer().items !== undefined;
  } catch {
    return false;
  }
}
