import { EditorState } from '@codemirror/state';
import { apply, type ToolName } from './tools';

const TEXTS = {
  heading: 'Heading',
  bold: 'bold',
  italic: 'italic',
  link: 'text',
  item: 'item',
  code: 'code',
  column: 'Column',
};

/** `«` and `»` stand around the selection, and `|` is the cursor. */
function use(tool: ToolName, text: string): string {
  const cursor = text.indexOf('^');
  const anchor = cursor >= 0 ? cursor : text.indexOf('«');
  const head = cursor >= 0 ? cursor : text.indexOf('»') - 1;
  const state = EditorState.create({ doc: text.replace(/[«»^]/g, ''), selection: { anchor, head } });
  const { state: after } = state.update(apply(tool, state, TEXTS));
  const { from, to } = after.selection.main;
  const mark = from === to ? ['^'] : ['«', after.sliceDoc(from, to), '»'];
  return after.sliceDoc(0, from) + mark.join('') + after.sliceDoc(to);
}

describe('the toolbar', () => {
  it.each<{ tool: ToolName; text: string; after: string }>([
    { tool: 'bold', text: 'a «b» c', after: 'a **«b»** c' },
    { tool: 'bold', text: 'a **«b»** c', after: 'a «b» c' },
    { tool: 'bold', text: '^', after: '**«bold»**' },
    { tool: 'italic', text: '«a»', after: '*«a»*' },
    { tool: 'code', text: '«a»', after: '`«a»`' },
    { tool: 'code', text: 'x\n«a\nb»', after: 'x\n```\n«a\nb»\n```' },
    { tool: 'link', text: 'see «this»', after: 'see [this](«https://»)' },
    { tool: 'link', text: '^', after: '[text](«https://»)' },
    { tool: 'heading', text: 'Lay^out', after: '## Lay^out' },
    { tool: 'heading', text: '## Lay^out', after: '### Lay^out' },
    { tool: 'heading', text: '#### Lay^out', after: 'Lay^out' },
    { tool: 'heading', text: '^', after: '## «Heading»' },
    { tool: 'list', text: '«a\nb»', after: '- «a\n- b»' },
    { tool: 'list', text: '- «a\n- b»', after: '«a\nb»' },
    { tool: 'table', text: '^', after: '| «Column 1» | Column 2 |\n| --- | --- |\n|  |  |\n' },
    { tool: 'table', text: 'a^', after: 'a\n\n| «Column 1» | Column 2 |\n| --- | --- |\n|  |  |\n' },
  ])('$tool makes "$after" of "$text"', ({ tool, text, after }) => {
    expect(use(tool, text)).toBe(after);
  });
});
