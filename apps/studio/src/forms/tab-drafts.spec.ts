import { DraftStore } from '../drafts/draft-store';
import { MemoryStorage } from '../drafts/memory-storage';
import { TabDraft } from './tab-drafts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 23, 12, minute));

describe('drafts of a form in several tabs', () => {
  function openBrowser() {
    const storage = new MemoryStorage();
    const store = new DraftStore(() => storage, 'noor');
    /** Each call is what a load of the page makes. */
    const load = (tab: string, form = 'log:boat') => new TabDraft(store, form, tab);
    const textIn = (draft: TabDraft) => draft.read()?.content.text ?? null;
    return { store, load, textIn };
  }

  it('stay apart, and each comes back in its own tab', () => {
    const { load, textIn } = openBrowser();
    load('one').keep({ text: 'first' }, at(1));
    load('two').keep({ text: 'second' }, at(2));
    expect([textIn(load('one')), textIn(load('two'))]).toEqual(['first', 'second']);
  });

  it('are offered to a new tab, the newest first, and only for the same form', () => {
    const { load, textIn } = openBrowser();
    load('one').keep({ text: 'first' }, at(1));
    load('two').keep({ text: 'second' }, at(2));
    expect([textIn(load('three')), textIn(load('three', 'log:bo')), textIn(load('three', 'details:boat'))]).toEqual([
      'second',
      null,
      null,
    ]);
  });

  it.each([
    { what: 'written on', end: (draft: TabDraft) => void draft.keep({ text: 'first and more' }, at(2)) },
    { what: 'discarded', end: (draft: TabDraft) => draft.drop() },
    { what: 'sent', end: (draft: TabDraft) => draft.sent({ text: 'first' }) },
  ])('of a closed tab are taken over when they are $what', ({ end }) => {
    const { load, store } = openBrowser();
    load('closed').keep({ text: 'first' }, at(1));
    const draft = load('new');
    draft.read();
    end(draft);
    expect(store.names('log:boat@closed')).toEqual([]);
  });

  it('that another tab wrote on are not taken over', () => {
    const { load, textIn } = openBrowser();
    const first = load('one');
    first.keep({ text: 'first' }, at(1));
    const second = load('two');
    second.read();
    first.keep({ text: 'first, and more' }, at(2));
    second.sent({ text: 'first' });
    expect(textIn(load('one'))).toBe('first, and more');
  });

  it('with the text that was sent go in every tab, and others stay', () => {
    const { load, textIn, store } = openBrowser();
    load('one').keep({ text: 'same' }, at(1));
    load('two').keep({ text: 'same' }, at(2));
    load('three').keep({ text: 'another' }, at(3));
    load('one').sent({ text: 'same' });
    expect([store.names(), textIn(load('one'))]).toEqual([['log:boat@three'], 'another']);
  });

  it('are not kept when the browser has no room, and the other tab keeps its own', () => {
    const storage = new MemoryStorage();
    const store = new DraftStore(() => storage, 'noor');
    new TabDraft(store, 'log:boat', 'one').keep({ text: 'first' }, at(1));
    const second = new TabDraft(store, 'log:boat', 'two');
    second.read();
    storage.isFull = true;
    expect(second.keep({ text: 'more' }, at(2))).toBe(false);
    expect(store.names()).toEqual(['log:boat@one']);
  });
});
