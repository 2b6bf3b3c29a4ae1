import { EditorSelection, type ChangeSpec, type EditorState, type TransactionSpec } from '@codemirror/state';
import type { EditorWords } from '@shipyard/ui';

export type ToolName = Exclude<keyof EditorWords['tools'], 'picture'>;
type ToolTexts = EditorWords['toolTexts'];

/** What a button of the toolbar does to the text and its selection. */
export function apply(tool: ToolName, state: EditorState, texts: ToolTexts): TransactionSpec {
  switch (tool) {
    case 'bold':
      return toggleMark(state, '**', texts.bold);
    case 'italic':
      return toggleMark(state, '*', texts.italic);
    case 'code':
      return isOverLines(state) ? fence(state) : toggleMark(state, '`', texts.code);
    case 'link':
      return link(state, texts.link);
    case 'heading':
      return prefixLines(state, nextHeading, texts.heading);
    case 'list':
      return prefixLines(state, toggleItem, texts.item);
    case 'table':
      return table(state, texts.column);
  }
}

function toggleMark(state: EditorState, mark: string, placeholder: string): TransactionSpec {
  const { from, to } = state.selection.main;
  const around = state.sliceDoc(Math.max(0, from - mark.length), from) + state.sliceDoc(to, to + mark.length);
  if (around === mark + mark && from !== to)
    return {
      changes: [
        { from: from - mark.length, to: from },
        { from: to, to: to + mark.length },
      ],
      selection: { anchor: from - mark.length, head: to - mark.length },
    };
  const text = from === to ? placeholder : state.sliceDoc(from, to);
  const start = from + mark.length;
  return {
    changes: { from, to, insert: mark + text + mark },
    selection: { anchor: start, head: start + text.length },
  };
}

const URL_START = 'https://';

/** Selects the URL, because it comes next. */
function link(state: EditorState, placeholder: string): TransactionSpec {
  const { from, to } = state.selection.main;
  const text = from === to ? placeholder : state.sliceDoc(from, to);
  const url = from + text.length + 3;
  return {
    changes: { from, to, insert: `[${text}](${URL_START})` },
    selection: { anchor: url, head: url + URL_START.length },
  };
}

function isOverLines({ doc, selection: { main } }: EditorState): boolean {
  return doc.lineAt(main.from).number !== doc.lineAt(main.to).number;
}

function fence(state: EditorState): TransactionSpec {
  const { from, to } = linesOf(state);
  const changes: ChangeSpec = [
    { from, insert: '```\n' },
    { from: to, insert: '\n```' },
  ];
  return { changes, selection: EditorSelection.range(from + 4, to + 4) };
}

function linesOf({ doc, selection: { main } }: EditorState) {
  return { from: doc.lineAt(main.from).from, to: doc.lineAt(main.to).to };
}

/** The selection stays on its lines, after the new prefix. */
function prefixLines(
  state: EditorState,
  change: (text: string) => { remove: number; insert: string },
  placeholder: string,
): TransactionSpec {
  const { doc, selection } = state;
  const first = doc.lineAt(selection.main.from).number;
  const last = doc.lineAt(selection.main.to).number;
  const isEmpty = first === last && doc.line(first).text.trim() === '';
  const specs = Array.from({ length: last - first + 1 }, (_, index) => {
    const line = doc.line(first + index);
    const { remove, insert } = change(line.text);
    return { from: line.from, to: line.from + remove, insert: insert + (isEmpty ? placeholder : '') };
  });
  const changes = state.changes(specs);
  if (!isEmpty) return { changes, selection: selection.map(changes, 1) };
  const end = (specs[0]?.from ?? 0) + (specs[0]?.insert.length ?? 0);
  return { changes, selection: { anchor: end - placeholder.length, head: end } };
}

/** None, then level 2, 3, 4, then none. The title of a README is its only heading of level 1. */
function nextHeading(text: string): { remove: number; insert: string } {
  const [prefix = '', marks = ''] = /^(#{1,6}) +/.exec(text) ?? [];
  if (marks.length >= 4) return { remove: prefix.length, insert: '' };
  return { remove: prefix.length, insert: `${'#'.repeat(marks.length < 2 ? 2 : marks.length + 1)} ` };
}

function toggleItem(text: string): { remove: number; insert: string } {
  const [prefix] = /^[-*+] +/.exec(text) ?? [];
  return prefix === undefined ? { remove: 0, insert: '- ' } : { remove: prefix.length, insert: '' };
}

function table(state: EditorState, column: string): TransactionSpec {
  const { doc, selection } = state;
  const line = doc.lineAt(selection.main.to);
  const isBlank = line.text.trim() === '';
  const [one, two] = [`${column} 1`, `${column} 2`];
  const rows = [`| ${one} | ${two} |`, '| --- | --- |', '|  |  |'].join('\n');
  const from = isBlank ? line.from : line.to;
  const lead = isBlank ? '' : '\n\n';
  const start = from + lead.length + 2;
  return {
    changes: { from, to: line.to, insert: `${lead}${rows}\n` },
    selection: { anchor: start, head: start + one.length },
  };
}
