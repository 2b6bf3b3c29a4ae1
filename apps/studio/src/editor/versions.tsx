import { useEffect, useRef } from 'react';
import { fill, moment } from '../words';
import { markedLines } from './marked-lines';
import type { SavedReadme } from './readme-api';
import type { ReadmeEditor } from './readme-editor';

/** Two versions beside each other. Nothing is chosen by closing it. */
export function Versions({ editor, other }: { editor: ReadmeEditor; other: SavedReadme }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const words = editor.facts.words.versions;
  const mine = editor.getText();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      className="ui-dialog ui-dialog-wide"
      aria-labelledby="versions-title"
      ref={dialog}
      onClose={() => editor.decideLater()}
    >
      <h2 className="ui-dialog-title" id="versions-title" tabIndex={-1}>
        {words.title}
      </h2>
      <p className="ui-text">{fill(words.lead, { time: moment(new Date(other.updated_at), editor.page.lang) })}</p>
      <div className="ui-versions">
        <Version title={words.saved} text={other.markdown} besides={mine} />
        <Version title={words.mine} text={mine} besides={other.markdown} />
      </div>
      <div className="ui-buttons">
        <button type="button" className="ui-button ui-button-secondary" onClick={() => editor.takeSaved()}>
          {words.takeSaved}
        </button>
        <button type="button" className="ui-button ui-button-secondary" onClick={() => void editor.keepMine()}>
          {words.keepMine}
        </button>
        <button type="button" className="ui-button ui-button-quiet" onClick={() => dialog.current?.close()}>
          {words.later}
        </button>
      </div>
    </dialog>
  );
}

function Version({ title, text, besides }: { title: string; text: string; besides: string }) {
  return (
    <section className="ui-version">
      <h3 className="ui-label">{title}</h3>
      <pre className="ui-version-text" tabIndex={0} aria-label={title}>
        {markedLines(text, besides).map(({ line, isOnlyHere }, index) =>
          isOnlyHere ? <mark key={index}>{`${line}\n`}</mark> : `${line}\n`,
        )}
      </pre>
    </section>
  );
}
