import { useEffect, useRef } from 'react';
import { writtenText } from '@shipyard/ui/written-text';
import { element } from '../dom';
import { openElsewhere } from '../open-elsewhere';
import { fill } from '../words';
import { canonicalPath, PICTURE_TYPES } from './picture-files';
import type { EditorState } from './editor-state';
import { placeOfMissing } from './readme-api';
import type { ReadmeEditor } from './readme-editor';

interface PreviewProps {
  editor: ReadmeEditor;
  state: EditorState;
}

export function PreviewPane({ editor, state }: PreviewProps) {
  const { words } = editor.facts;
  const content = useRef<HTMLDivElement>(null);
  const places = state.pictures.map(({ path, url, isHeld, refusal }) => [path, isHeld && refusal === null ? url : '']);
  const missing = state.missing.map(({ path, line }) => [path, line]);
  // Drawn again only if something in it changes, because a reader may have scrolled or selected in it.
  const drawn = JSON.stringify([state.html, places, missing]);
  useEffect(() => {
    content.current?.replaceChildren(contentOf(editor, state));
  }, [editor, drawn]);
  return (
    <div className="ui-pane ui-pane-preview">
      <div className="ui-pane-head ui-spread ui-screen-only">
        <h2 className="ui-pane-title ui-second" id="preview-title">
          {words.preview}
        </h2>
        <Counts editor={editor} state={state} />
      </div>
      <div className="ui-preview" tabIndex={0} role="region" aria-labelledby="preview-title">
        {state.hasPreviewFailed && <p className="ui-preview-note">{words.previewFailed}</p>}
        {state.html === '' && !state.hasPreviewFailed && <p className="ui-preview-note">{words.nothingToSee}</p>}
        <div className="ui-md" ref={content} onClick={openElsewhere} />
      </div>
    </div>
  );
}

function Counts({ editor, state: { missing, problems } }: PreviewProps) {
  const { words } = editor.facts;
  const [first] = missing;
  const firstProblem = problems[0];
  const text = (count: number, { one, many }: { one: string; many: string }) =>
    count === 1 ? one : fill(many, { count });
  return (
    <p className="ui-counts ui-cluster" role="status">
      {first && (
        <button
          type="button"
          className="ui-plain-button ui-problem-count"
          onClick={() => first.line !== null && editor.goTo(first.line)}
        >
          {text(missing.length, words.missing)}
        </button>
      )}
      {firstProblem && (
        <button
          type="button"
          className="ui-plain-button ui-problem-count"
          title={problems.map(({ message }) => message).join('\n')}
          onClick={() => firstProblem.line !== null && editor.goTo(firstProblem.line)}
        >
          {firstProblem.line === null ? firstProblem.message : text(problems.length, words.problem)}
        </button>
      )}
    </p>
  );
}

/** The service has sanitized it. Pictures that the browser holds are shown, and a box stands for each missing one. */
function contentOf(editor: ReadmeEditor, state: EditorState): DocumentFragment {
  const template = document.createElement('template');
  template.innerHTML = writtenText(state.html);
  for (const image of template.content.querySelectorAll('img')) {
    const path = missingPathOf(image, editor.facts.missingImagePrefix, state.named);
    if (path === null) continue;
    const held = state.pictures.find((each) => each.path === path && each.isHeld && each.refusal === null);
    if (held) {
      image.src = held.url;
      image.removeAttribute('width');
      image.removeAttribute('height');
    } else image.replaceWith(missingBox(editor, state, path));
  }
  return template.content;
}

function missingPathOf(image: HTMLImageElement, prefix: string, named: readonly string[]): string | null {
  const src = image.getAttribute('src') ?? '';
  if (!src.startsWith(prefix)) return null;
  const written = named[Number.parseInt(src.slice(prefix.length), 10) - 1];
  return written === undefined ? null : canonicalPath(written);
}

function missingBox(editor: ReadmeEditor, state: EditorState, path: string): HTMLElement {
  const words = editor.facts.words.missing;
  const line = state.missing.find((each) => each.path === path)?.line ?? null;
  const input = element('input', { type: 'file', accept: PICTURE_TYPES, hidden: true });
  const button = element('button', { type: 'button', class: 'ui-button ui-button-secondary' }, words.choose);
  button.onclick = () => input.click();
  input.onchange = () => {
    const file = input.files?.[0];
    if (file) void editor.supply(path, file);
  };
  const text = placeOfMissing(words, path, line);
  return element('span', { class: 'ui-missing ui-spread' }, element('span', {}, text), button, input);
}
