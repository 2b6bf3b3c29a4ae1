import { useEffect, useMemo, useRef } from 'react';
import { fill, moment } from '../words';
import { type DifferingPart, differingParts } from './differing-parts';
import type { SavedReadme } from './readme-api';
import type { ReadmeEditor } from './readme-editor';

/** What differs between two versions. Nothing is chosen by closing it. */
export function Versions({ editor, other }: { editor: ReadmeEditor; other: SavedReadme }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const words = editor.facts.words.versions;
  const mine = editor.getText();
  const parts = useMemo(() => differingParts(mine, other.markdown), [mine, other.markdown]);
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
      {parts.map((part, at) => (
        <div className="ui-versions" key={at}>
          <Version title={words.mine} lines={part.mine} part={part} none={words.none} />
          <Version title={words.saved} lines={part.theirs} part={part} none={words.none} />
        </div>
      ))}
      <p className="ui-hint">{words.bothHint}</p>
      <div className="ui-buttons">
        <button type="button" className="ui-button ui-button-secondary" onClick={() => void editor.keepMine()}>
          {words.keepMine}
        </button>
        <button type="button" className="ui-button ui-button-secondary" onClick={() => editor.keepTheirs()}>
          {words.keepTheirs}
        </button>
        <button type="button" className="ui-button ui-button-secondary" onClick={() => editor.keepBoth()}>
          {words.keepBoth}
        </button>
        <button type="button" className="ui-button ui-button-quiet" onClick={() => dialog.current?.close()}>
          {words.later}
        </button>
      </div>
    </dialog>
  );
}

interface VersionProps {
  title: string;
  lines: readonly string[];
  part: DifferingPart;
  none: string;
}

function Version({ title, lines, part, none }: VersionProps) {
  const lineOf = (line: string) => `${line}\n`;
  return (
    <section className="ui-version">
      <h3 className="ui-label">{title}</h3>
      <pre className="ui-version-text" tabIndex={0} aria-label={title}>
        {part.before.map(lineOf)}
        {lines.length > 0 ? <mark>{lines.map(lineOf)}</mark> : <i className="ui-second">{lineOf(none)}</i>}
        {part.after.map(lineOf)}
      </pre>
    </section>
  );
}
