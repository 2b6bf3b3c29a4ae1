import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorView } from '@codemirror/view';
import type { EditorFacts, StudioFacts } from '@shipyard/ui';
import { withoutUnanswered } from '@shipyard/ui/readme-questions';
import { DraftStore } from '../drafts/draft-store';
import { KeptPhotos } from '../drafts/kept-photos';
import type { Refusal } from '../session/api';
import { signInAgain } from '../session/sign-in-dialog';
import { fill } from '../words';
import { bothVersions } from './differing-parts';
import { type EditorState, stateAtFirst } from './editor-state';
import { fitPicture, needsFitting } from './fit-picture';
import { HeldPictures, type KeyOfPicture, storedPictures } from './held-pictures';
import { chooseHead, describePicture, removePicture } from './picture-changes';
import { canonicalPath, picturePath, type PictureRefusal, refusalOf, refusalText } from './picture-files';
import { PreviewLoop } from './preview-loop';
import { type HeldPicture, progressOf, showPictures } from './pictures';
import { firstMissing, placesOf, ReadmeApi, type SavedReadme, sentencesOf, type StoredPictures } from './readme-api';
import { ReadmeDraft } from './readme-draft';
import { readmeParser } from './readme-language';
import { insertPictures, linesOf, type PictureReference, picturesIn, type TextChange } from './references';
import { tellSaved, watchSaves } from './saves-elsewhere';
import { type LineProblem, openSource, showProblems } from './source-view';
import { renewStanding, storedNow } from './standing';
import { apply, type ToolName } from './tools';

const PREVIEW_AFTER_MS = 400;
const KEEP_AFTER_MS = 300;
const PARSE_MS = 50;

/**
 * The README while it is written. Its text is in CodeMirror; this holds everything around it:
 * 1. Each change asks for a preview, and is kept in the browser.
 * 2. Pictures are held until the save, which sends them together with the text.
 * 3. A save names the version that was edited. If another one was saved meanwhile, its writer chooses.
 */
export class ReadmeEditor {
  private state: EditorState;
  private readonly listeners = new Set<() => void>();
  private readonly api: ReadmeApi;
  private readonly draft: ReadmeDraft;
  private readonly held: HeldPictures;
  private readonly loop = new PreviewLoop(() => this.preview(), PREVIEW_AFTER_MS);
  private stored: EditorFacts['pictures'];
  private named: string[] = [];
  private saved: { text: string; updatedAt: string };
  /** The text that was there when its writer began. Null if a draft is older than what is saved. */
  private edited: string | null;
  private sentBytes = 0;
  private keepTimer: ReturnType<typeof setTimeout> | undefined;
  private discarded: { text: string; pictures: readonly HeldPicture[] } | null = null;
  private view: EditorView | null = null;

  constructor(
    readonly page: StudioFacts,
    readonly facts: EditorFacts,
    text: string,
  ) {
    const handle = page.session?.handle ?? '';
    this.api = new ReadmeApi(page, facts);
    const draftName = `readme:${facts.slug}`;
    this.draft = new ReadmeDraft(new DraftStore(() => localStorage, handle), draftName);
    this.held = new HeldPictures(new KeptPhotos(handle, draftName));
    this.stored = facts.pictures;
    this.saved = { text, updatedAt: facts.updatedAt };
    this.edited = text;
    this.state = stateAtFirst(facts, text);
  }

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  readonly getState = () => this.state;

  /** `typed` is what somebody wrote into the field before this script came. */
  open(parent: HTMLElement, hintId: string, typed: string): () => void {
    const draft = this.draft.read();
    const { words } = this.facts;
    const tool = (key: string, name: ToolName) => ({ key, run: () => this.use(name) });
    const view = openSource({
      parent,
      text: this.saved.text,
      nonce: this.page.nonce,
      label: words.source,
      hintId,
      keys: [
        { key: 'Mod-s', run: () => void this.save() },
        tool('Mod-b', 'bold'),
        tool('Mod-i', 'italic'),
        tool('Mod-k', 'link'),
        tool('Mod-e', 'code'),
        tool('Mod-Alt-h', 'heading'),
        tool('Mod-Alt-l', 'list'),
        tool('Mod-Alt-t', 'table'),
      ],
      onChange: () => this.onChange(),
      onFiles: (files, at) => this.addFiles(files, at),
    });
    this.view = view;
    const text = typed !== this.saved.text ? typed : draft?.text;
    if (text !== undefined && text !== this.saved.text) this.replaceText(text);
    if (draft && draft.base !== this.saved.updatedAt && draft.text !== this.saved.text) {
      // If nothing is chosen now, the next save asks again.
      this.saved.updatedAt = draft.base ?? this.saved.updatedAt;
      this.edited = null;
      void this.showOther();
    }
    this.takeOffered();
    void this.restorePictures(draft?.pictures ?? []);
    this.refresh();
    this.loop.ask();
    const keep = () => this.keepNow();
    addEventListener('pagehide', keep);
    const ends = [this.draft.onTakenOver(keep), watchSaves(this.facts.slug, () => void this.lookElsewhere())];
    return () => {
      removeEventListener('pagehide', keep);
      for (const end of ends) end();
      view.destroy();
    };
  }

  /** Puts what the page offers behind the text. A reload would do it again, so the address forgets it. */
  private takeOffered(): void {
    const { view } = this;
    const { offered, openLine } = this.facts;
    if (view && offered !== null) {
      const from = view.state.doc.length;
      const insert = (this.text.trim() === '' ? '' : '\n\n') + offered;
      view.dispatch({
        changes: { from, insert },
        selection: { anchor: from },
        scrollIntoView: true,
        userEvent: 'input',
      });
      history.replaceState(null, '', location.pathname);
    }
    if (openLine !== null) this.goTo(openLine);
  }

  use(tool: ToolName): void {
    if (!this.view) return;
    this.view.dispatch({ ...apply(tool, this.view.state, this.facts.words.toolTexts), userEvent: 'input' });
    this.view.focus();
  }

  /** Names each picture in the text at once, or as soon as it is small enough. Its file is held until the save. */
  addFiles(files: readonly File[], at?: number): void {
    if (!files.some(needsFitting)) return this.hold(files, at);
    this.change({ said: this.facts.words.pictures.making });
    void Promise.all(files.map(fitPicture)).then((fitted) => this.hold(fitted));
  }

  private hold(files: readonly File[], at?: number): void {
    const { view } = this;
    if (!view) return;
    const taken = new Set([...this.paths(), ...this.held.all.map(({ path }) => path)]);
    const paths: string[] = [];
    const refusals: [File, PictureRefusal][] = [];
    for (const file of files) {
      const refusal = refusalOf(file, this.held.accepted.length);
      const path = refusal === null ? picturePath(file, taken) : file.name;
      taken.add(path);
      this.held.hold(path, file, refusal);
      if (refusal === null) paths.push(path);
      else refusals.push([file, refusal]);
    }
    if (paths.length > 0) this.insert(paths, at ?? view.state.selection.main.to);
    this.keepNow();
    const words = this.facts.words.pictures;
    const refused = refusalText(refusals, words);
    const inserted = paths.slice(-1).map((path) => fill(words.inserted, { path }));
    this.change({ refused, said: [...inserted, refused ?? ''].join(' ') });
    this.refresh();
  }

  insert(paths: readonly string[], at = this.view?.state.selection.main.to ?? 0): void {
    if (!this.view) return;
    const change = insertPictures(readmeParser, this.view.state.doc, at, paths);
    this.view.dispatch({
      changes: change,
      selection: { anchor: change.from + change.insert.trimEnd().length },
      scrollIntoView: true,
      userEvent: 'input.paste',
    });
  }

  /** Gives a path that the text names its file. */
  async supply(path: string, chosen: File): Promise<void> {
    const file = await fitPicture(chosen);
    const others = this.held.accepted.filter((each) => each.path !== path);
    const refusal = refusalOf(file, others.length);
    this.held.hold(path, file, refusal);
    this.keepNow();
    const refused = refusalText(refusal === null ? [] : [[file, refusal]], this.facts.words.pictures);
    this.change({ refused, said: refused ?? '' });
    this.refresh();
    this.markProblems();
  }

  /** Forgets the file and takes its references out of the text. */
  remove(path: string): void {
    this.held.remove(path);
    if (this.view) this.edit(removePicture(this.view.state.doc, this.references(), path), 'delete');
    this.change({ refused: null, said: fill(this.facts.words.pictures.removed, { path }) });
    this.refresh();
  }

  describe(path: string, alt: string): void {
    this.edit(describePicture(this.references(), path, alt), 'input.type');
  }

  chooseHead(path: string): void {
    this.edit(chooseHead(this.references(), path), 'input');
    this.change({ said: fill(this.facts.words.pictures.headNow, { path }) });
  }

  discard(): void {
    const { text } = this;
    const pictures = this.held.clear();
    this.replaceText(this.saved.text);
    this.discarded = { text, pictures };
    this.change({ failure: null, canRestore: true });
    this.keepNow();
    void this.held.removeUnlisted();
    this.view?.focus();
  }

  /** Brings back what was discarded last. */
  restore(): void {
    const { discarded } = this;
    if (!discarded) return;
    for (const { path, file, refusal } of discarded.pictures) this.held.hold(path, file, refusal);
    this.replaceText(discarded.text);
    this.keepNow();
    this.view?.focus();
  }

  async save(): Promise<void> {
    if (this.state.isSaving || !this.view) return;
    const answered = withoutUnanswered(this.text);
    if (answered !== this.text) {
      if (answered.trim() === '') {
        const sentences = [this.facts.words.nothingAnswered];
        return this.change({ failure: { sentences, requestId: null } });
      }
      this.replaceText(answered);
    }
    this.change({ isSaving: true, failure: null, refused: null });
    this.sentBytes = 0;
    try {
      await this.saveUntilSignedIn();
    } finally {
      this.change({ isSaving: false });
      this.refresh();
    }
  }

  /** Saves over the version that was saved elsewhere. */
  keepMine(): Promise<void> {
    this.saved.updatedAt = this.state.other?.updated_at ?? this.saved.updatedAt;
    this.change({ other: null, elsewhere: null });
    return this.save();
  }

  keepTheirs(): void {
    const { other } = this.state;
    if (!other) return;
    this.change({ other: null, elsewhere: null });
    void this.take(other);
  }

  /** Its writer reads it before it is saved. */
  keepBoth(): void {
    const { other } = this.state;
    if (!other) return;
    const both = bothVersions(this.text, this.edited, other.markdown);
    this.change({ other: null, elsewhere: { at: new Date(other.updated_at), outcome: 'both' } });
    void this.take(other, both);
    this.view?.focus();
  }

  decideLater(): void {
    this.change({ other: null });
  }

  compare(): void {
    void this.showOther();
  }

  goTo(line: number): void {
    const { view } = this;
    if (!view || line > view.state.doc.lines) return;
    view.dispatch({ selection: { anchor: view.state.doc.line(line).to }, scrollIntoView: true });
    view.focus();
  }

  getText(): string {
    return this.text;
  }

  private get text(): string {
    return this.view?.state.doc.toString() ?? this.saved.text;
  }

  private async saveUntilSignedIn(): Promise<void> {
    const text = this.text;
    const used = this.paths();
    const pictures = this.held.accepted.filter(({ path }) => used.has(path));
    const answer = await this.api.save(text, this.saved.updatedAt, pictures, (bytes) => {
      this.sentBytes = bytes;
      this.refresh();
    });
    if (answer.kind === 'ok') return this.onSaved(text, pictures, answer.data.images);
    if (answer.kind === 'unreachable') {
      const { offlineAction, unreachable } = this.page.words;
      return this.change({
        failure: { sentences: [navigator.onLine ? unreachable : offlineAction], requestId: null },
      });
    }
    if (answer.status === 401 || answer.error === 'CSRF_INVALID') {
      if (await signInAgain(this.page)) await this.saveUntilSignedIn();
      return;
    }
    if (answer.error === 'README_CHANGED') return this.showOther();
    this.onRefused(answer);
  }

  private async onSaved(text: string, sent: readonly HeldPicture[], images: StoredPictures): Promise<void> {
    this.stored = storedPictures(images, [
      ...this.stored,
      ...sent.map(({ path, file, url }) => ({ path, url, bytes: file.size })),
    ]);
    this.held.onSaved(sent);
    this.saved.text = this.edited = text;
    const now = await this.api.read();
    if (now && now.markdown.trim() !== text.trim()) this.change({ other: now });
    else if (now) this.saved.updatedAt = now.updated_at;
    this.change({ savedAt: new Date(), next: null, elsewhere: null });
    tellSaved(this.facts.slug);
    void renewStanding().then((next) => this.change({ next }));
    this.keepNow();
    void this.held.removeUnlisted();
    this.loop.ask();
  }

  private onRefused(refusal: Refusal): void {
    const { missing, damaged, tooLarge, line } = placesOf(refusal);
    this.held.refuse(damaged, 'damaged');
    if (tooLarge) this.held.refuse([tooLarge], 'tooLarge');
    if (missing.length > 0) this.named = [...new Set([...this.named, ...missing])];
    const { words } = this.facts;
    const sentences = [...firstMissing(missing, this.text, words.missing), ...sentencesOf(refusal, words.refusals)];
    if (line) this.change({ problems: [{ ...line, message: sentences[0] ?? line.message }] });
    const isOurs = refusal.status >= 500;
    this.change({
      failure: {
        sentences: isOurs ? [this.page.words.broken] : sentences,
        requestId: isOurs ? refusal.requestId : null,
      },
    });
    this.markProblems();
  }

  private async showOther(): Promise<void> {
    const other = await this.api.read();
    if (other && other.markdown !== this.text) this.change({ other });
    else if (other) this.saved = { text: other.markdown, updatedAt: other.updated_at };
  }

  /** Says it if another tab or another device has saved the README. A tab in which nothing was typed takes that version. */
  private async lookElsewhere(): Promise<void> {
    const isAwaiting = () => this.state.isSaving || this.state.other !== null;
    if (isAwaiting()) return;
    const now = await this.api.read();
    if (!now || isAwaiting() || now.updated_at === this.saved.updatedAt) return;
    if (now.markdown === this.text) return void (await this.showOther());
    const isShown = this.text === this.saved.text && this.held.all.length === 0;
    if (isShown) await this.take(now);
    this.change({ elsewhere: { at: new Date(now.updated_at), outcome: isShown ? 'shown' : 'kept' } });
  }

  /** Goes on from that version, with its text or another one. */
  private async take({ markdown, updated_at: updatedAt }: SavedReadme, text = markdown): Promise<void> {
    this.saved = { text: markdown, updatedAt };
    this.edited = markdown;
    this.change({ failure: null });
    this.replaceText(text);
    this.keepNow();
    this.stored = (await storedNow()) ?? this.stored;
    this.refresh();
  }

  private async restorePictures(listed: readonly KeyOfPicture[]): Promise<void> {
    await this.held.restore(listed);
    this.refresh();
    await this.held.removeUnlisted();
  }

  private onChange(): void {
    this.discarded = null;
    this.change({ canRestore: false });
    this.refresh();
    this.loop.ask();
    clearTimeout(this.keepTimer);
    this.keepTimer = setTimeout(() => this.keepNow(), KEEP_AFTER_MS);
  }

  /** Keeps what the service does not have, and forgets what it has. */
  private keepNow(): void {
    clearTimeout(this.keepTimer);
    const { text } = this;
    const pictures = this.held.keys;
    if (text === this.saved.text && pictures.length === 0) {
      this.draft.drop();
      return this.change({ keptAt: null });
    }
    const keptAt = new Date();
    const isKept = this.draft.keep({ text, base: this.saved.updatedAt, pictures }, keptAt);
    this.change({ keptAt: isKept ? keptAt : null });
  }

  private async preview(): Promise<void> {
    const { text } = this;
    if (text.trim() === '') {
      this.named = [];
      this.change({ html: '', problems: [], hasPreviewFailed: false });
      return this.refresh();
    }
    const answer = await this.api.preview(text);
    if (answer.kind !== 'ok') return this.change({ hasPreviewFailed: true });
    const { html, missing, problems } = answer.data;
    this.named = missing;
    this.change({ html, named: missing, problems, hasPreviewFailed: false });
    this.refresh();
    this.markProblems();
  }

  private markProblems(): void {
    if (!this.view) return;
    const { words } = this.facts;
    const problems: LineProblem[] = [
      ...this.state.missing.flatMap(({ path, line }) =>
        line === null ? [] : [{ line, message: fill(words.missing.line, { path }) }],
      ),
      ...this.state.problems.flatMap(({ line, message }) => (line === null ? [] : [{ line, message }])),
    ];
    showProblems(this.view, problems);
  }

  private references(): PictureReference[] {
    if (!this.view) return [];
    const { state } = this.view;
    return picturesIn(ensureSyntaxTree(state, state.doc.length, PARSE_MS) ?? syntaxTree(state), state.doc);
  }

  /** The relative pictures of the text: those in Markdown as of now, those in HTML as of the last preview. */
  private paths(): Set<string> {
    const inText = this.references().map(({ path }) => path);
    const { text } = this;
    return new Set([...inText, ...this.named.filter((written) => text.includes(written)).map(canonicalPath)]);
  }

  private refresh(): void {
    const { text } = this;
    const references = this.references();
    const known = new Set([...this.stored, ...this.held.accepted].map(({ path }) => path));
    const doc = this.view?.state.doc;
    this.change({
      isDirty: text !== this.saved.text,
      characters: text.length,
      missing: this.named
        .filter((written) => text.includes(written) && !known.has(canonicalPath(written)))
        .map((written) => ({ path: canonicalPath(written), line: (doc && linesOf(doc, written)[0]) ?? null })),
      pictures: showPictures({
        held: this.held.all,
        stored: this.stored,
        references,
        used: this.paths(),
        progress: this.state.isSaving ? progressOf(this.held.all, this.paths(), this.sentBytes) : new Map(),
      }),
    });
  }

  private replaceText(text: string): void {
    if (!this.view) return;
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
  }

  private edit(changes: TextChange[], userEvent: string): void {
    this.view?.dispatch({ changes, userEvent });
  }

  private change(part: Partial<EditorState>): void {
    this.state = { ...this.state, ...part };
    for (const listener of this.listeners) listener();
  }
}
