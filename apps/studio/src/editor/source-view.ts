import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorState, type Extension, type Range, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
  WidgetType,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { readmeLanguage } from './readme-language';

export interface LineProblem {
  /** From 1. */
  line: number;
  message: string;
}

export interface SourceOptions {
  parent: HTMLElement;
  text: string;
  nonce: string;
  label: string;
  hintId: string;
  keys: readonly { key: string; run: () => void }[];
  onChange: () => void;
  /** Files that were dropped or pasted, and where. */
  onFiles: (files: File[], at: number) => void;
}

export function openSource(options: SourceOptions): EditorView {
  return new EditorView({
    parent: options.parent,
    state: EditorState.create({ doc: options.text, extensions: extensionsOf(options) }),
  });
}

function extensionsOf({ nonce, label, hintId, keys, onChange, onFiles }: SourceOptions): Extension[] {
  return [
    EditorView.cspNonce.of(nonce),
    lineNumbers(),
    history(),
    drawSelection(),
    highlightActiveLine(),
    EditorView.lineWrapping,
    EditorState.tabSize.of(2),
    EditorView.contentAttributes.of({
      'aria-label': label,
      'aria-describedby': hintId,
      spellcheck: 'true',
      tabindex: '0',
    }),
    keymap.of([
      ...keys.map(({ key, run }) => ({ key, run: () => (run(), true), preventDefault: true })),
      ...defaultKeymap,
      ...historyKeymap,
      indentWithTab,
    ]),
    leaveWithEscape,
    readmeLanguage,
    syntaxHighlighting(colors),
    problems,
    theme,
    EditorView.updateListener.of(({ docChanged }) => docChanged && onChange()),
    filesInto(onFiles),
    aboveTheBar,
  ];
}

/** On a phone, the bar that saves lies over the lower edge of the page. The line of the cursor must not be below it. */
const aboveTheBar = EditorView.scrollMargins.of(() => {
  const bar = document.querySelector<HTMLElement>('.ui-editor-head');
  return bar && getComputedStyle(bar).position === 'sticky' ? { bottom: bar.offsetHeight } : null;
});

/**
 * After Escape, Tab moves the focus, until something else is pressed. CodeMirror itself gives two seconds for it. An
 * observer sees Escape too when it also takes back a selection.
 */
const leaveWithEscape = EditorView.domEventObservers({
  keydown: (event, view) => {
    if (event.key === 'Escape' && !event.isComposing) view.setTabFocusMode(true);
    else if (!['Tab', 'Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) view.setTabFocusMode(false);
  },
  blur: (_event, view) => view.setTabFocusMode(false),
});

function filesInto(onFiles: SourceOptions['onFiles']): Extension {
  const take = (view: EditorView, event: DragEvent | ClipboardEvent, data: DataTransfer | null, at: number) => {
    const files = [...(data?.files ?? [])];
    if (files.length === 0) return false;
    event.preventDefault();
    onFiles(files, at);
    view.focus();
    return true;
  };
  return EditorView.domEventHandlers({
    drop: (event, view) =>
      take(view, event, event.dataTransfer, view.posAtCoords({ x: event.clientX, y: event.clientY }, false)),
    // A copied cell or paragraph comes as text, and as a picture of it.
    paste: (event, view) =>
      event.clipboardData?.getData('text/plain') === '' &&
      take(view, event, event.clipboardData, view.state.selection.main.to),
  });
}

const setProblems = StateEffect.define<readonly LineProblem[]>();

class ProblemText extends WidgetType {
  constructor(private readonly message: string) {
    super();
  }

  override eq(other: ProblemText): boolean {
    return other.message === this.message;
  }

  override toDOM(): HTMLElement {
    const text = document.createElement('div');
    text.className = 'ui-source-problem';
    text.textContent = this.message;
    return text;
  }
}

const problems = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, transaction) => {
    for (const effect of transaction.effects)
      if (effect.is(setProblems)) return marksOf(transaction.state, effect.value);
    return marks.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

function marksOf({ doc }: EditorState, found: readonly LineProblem[]): DecorationSet {
  const marks = found
    .filter(({ line }) => line >= 1 && line <= doc.lines)
    .flatMap(({ line: number, message }): Range<Decoration>[] => {
      const line = doc.line(number);
      return [
        Decoration.line({ class: 'ui-source-wrong' }).range(line.from),
        Decoration.widget({ widget: new ProblemText(message), block: true, side: 1 }).range(line.to),
      ];
    });
  return Decoration.set(marks, true);
}

/** Not while an IME composes, because a change in its line would end the composition. */
export function showProblems(view: EditorView, found: readonly LineProblem[]): void {
  if (!view.composing) view.dispatch({ effects: setProblems.of(found) });
}

const colors = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '600' },
  { tag: tags.strong, fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.link, tags.url], color: 'var(--note)' },
  { tag: [tags.monospace, tags.string, tags.number], color: 'var(--ok)' },
  { tag: [tags.keyword, tags.tagName], color: 'var(--stop)' },
  { tag: [tags.comment, tags.meta, tags.processingInstruction, tags.contentSeparator], color: 'var(--ink-3)' },
]);

const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--code)', lineHeight: '1.6' },
  '.cm-content': { padding: '12px 0', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 16px 0 8px' },
  '.cm-gutters': { background: 'transparent', color: 'var(--ink-3)', border: 'none', paddingLeft: '8px' },
  '.cm-activeLine, .cm-activeLineGutter': { background: 'color-mix(in srgb, var(--sunk) 60%, transparent)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)', borderLeftWidth: '2px' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    background: 'var(--note-tint)',
  },
});
