import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Callout } from '@shipyard/ui';
import { fill, moment } from '../words';
import { PictureList } from './picture-list';
import { PreviewPane } from './preview-pane';
import type { EditorState } from './editor-state';
import type { ReadmeEditor } from './readme-editor';
import { Toolbar } from './toolbar';
import { Versions } from './versions';

const HINT_ID = 'source-hint';

interface EditorPageProps {
  editor: ReadmeEditor;
  typed: string;
  hasFocus: boolean;
}

export function EditorPage({ editor, typed, hasFocus }: EditorPageProps) {
  const state = useSyncExternalStore(editor.subscribe, editor.getState);
  const { words } = editor.facts;
  const [pane, setPane] = useState<'write' | 'see'>('write');
  return (
    <div className="ui-editor ui-fields">
      <Head editor={editor} state={state} />
      <Failure editor={editor} state={state} />
      <SavedElsewhere editor={editor} state={state} />
      <div className="ui-panes-switch ui-screen-only" role="group" aria-label={words.source}>
        {(['write', 'see'] as const).map((name) => (
          <button
            key={name}
            type="button"
            className="ui-button ui-button-secondary"
            aria-pressed={pane === name}
            onClick={() => setPane(name)}
          >
            {words[name]}
          </button>
        ))}
      </div>
      <div className="ui-panes" data-pane={pane}>
        <SourcePane editor={editor} state={state} typed={typed} hasFocus={hasFocus} />
        <PreviewPane editor={editor} state={state} />
      </div>
      <PictureList editor={editor} pictures={state.pictures} />
      <p className="ui-unseen" role="status">
        {state.said}
      </p>
      {state.other && <Versions editor={editor} other={state.other} />}
    </div>
  );
}

interface Part {
  editor: ReadmeEditor;
  state: EditorState;
}

function SourcePane({ editor, state, typed, hasFocus }: Part & EditorPageProps) {
  const { words } = editor.facts;
  const source = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!source.current) return;
    const close = editor.open(source.current, HINT_ID, typed);
    if (hasFocus) source.current.querySelector<HTMLElement>('.cm-content')?.focus();
    return close;
  }, [editor, typed, hasFocus]);
  return (
    <div className="ui-pane ui-pane-source">
      <div className="ui-pane-head ui-spread ui-screen-only">
        <Toolbar editor={editor} />
        <span className="ui-characters">
          {fill(words.characters, { count: state.characters.toLocaleString(editor.page.lang) })}
        </span>
      </div>
      {/* The region at the end of the page announces it. */}
      {state.refused && <p className="ui-tools-note">{state.refused}</p>}
      <div className="ui-source" ref={source} />
      <p className="ui-source-hint ui-screen-only" id={HINT_ID}>
        {words.sourceHint}
      </p>
      <p className="ui-source-hint ui-screen-only">{words.shownAlready}</p>
    </div>
  );
}

function Head({ editor, state }: Part) {
  const { words } = editor.facts;
  const canDiscard = state.isDirty || state.pictures.some(({ isHeld }) => isHeld);
  return (
    <div className="ui-editor-head ui-cluster">
      <h1 className="ui-title ui-unseen-narrow">README</h1>
      <p className="ui-editor-state ui-second" role="status">
        {statusOf(editor, state)}
        {state.next && isSaved(state) && (
          <>
            {' · '}
            <a href={state.next.href}>{state.next.text}</a>
          </>
        )}
      </p>
      <div className="ui-editor-actions ui-cluster ui-screen-only">
        {canDiscard && (
          <button type="button" className="ui-button ui-button-quiet" onClick={() => editor.discard()}>
            {words.discard}
          </button>
        )}
        {state.canRestore && (
          <button type="button" className="ui-button ui-button-quiet" onClick={() => editor.restore()}>
            {words.restore}
          </button>
        )}
        <button
          type="button"
          className="ui-button ui-button-primary"
          aria-disabled={state.isSaving || undefined}
          aria-keyshortcuts="Control+S"
          onClick={() => void editor.save()}
        >
          {words.save}
          {state.isSaving && <span className="ui-dots">…</span>}
        </button>
      </div>
    </div>
  );
}

const isSaved = ({ isSaving, isDirty, savedAt }: EditorState) => !isSaving && !isDirty && savedAt !== null;

function statusOf({ facts: { words }, page: { lang } }: ReadmeEditor, state: EditorState): string {
  if (state.isSaving) return words.saving;
  if (state.isDirty) {
    const { keptAt } = state;
    return keptAt ? fill(words.notSaved, { time: moment(keptAt, lang) }) : '';
  }
  return state.savedAt ? fill(words.savedAt, { time: moment(state.savedAt, lang) }) : '';
}

/** Said as soon as the other tab has saved. */
function SavedElsewhere({ editor, state: { elsewhere, isDirty } }: Part) {
  const words = editor.facts.words.elsewhere;
  return (
    <div role="status">
      {elsewhere && (
        <Callout kind={elsewhere.outcome === 'shown' ? 'note' : 'important'} word={words.title}>
          <p>{fill(words[elsewhere.outcome], { time: moment(elsewhere.at, editor.page.lang) })}</p>
          {elsewhere.outcome === 'kept' && isDirty && (
            <button type="button" className="ui-button ui-button-secondary" onClick={() => editor.compare()}>
              {words.compare}
            </button>
          )}
        </Callout>
      )}
    </div>
  );
}

function Failure({ editor, state: { failure } }: Part) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure) box.current?.focus();
  }, [failure]);
  if (!failure) return null;
  const { words } = editor.page;
  return (
    <div className="ui-summary" role="alert" tabIndex={-1} ref={box}>
      <h2 className="ui-summary-title">{editor.facts.words.problem.title}</h2>
      {failure.sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {failure.requestId && (
        <p className="ui-small">
          {words.requestId} <code>{failure.requestId}</code>
        </p>
      )}
      <button type="button" className="ui-button ui-button-secondary" onClick={() => void editor.save()}>
        {words.tryAgain}
      </button>
    </div>
  );
}
