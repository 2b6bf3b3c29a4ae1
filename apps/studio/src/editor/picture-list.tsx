import { type DragEvent, useId, useRef, useState } from 'react';
import { fill } from '../words';
import { PICTURE_TYPES, sizeText } from './picture-files';
import type { ShownPicture } from './pictures';
import type { ReadmeEditor } from './readme-editor';

interface ListProps {
  editor: ReadmeEditor;
  pictures: readonly ShownPicture[];
}

export function PictureList({ editor, pictures }: ListProps) {
  const words = editor.facts.words.pictures;
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <section className="ui-pictures ui-cluster" aria-labelledby="pictures-title">
      <h2 className="ui-heading" id="pictures-title" tabIndex={-1} ref={title}>
        {words.title}
      </h2>
      <p className="ui-pictures-limits">{words.limits}</p>
      {pictures.length > 0 && <p className="ui-pictures-limits">{words.how}</p>}
      <ul className="ui-uploads">
        {pictures.map((picture) => (
          <Upload
            key={picture.path}
            editor={editor}
            picture={picture}
            // The button that was pressed is gone.
            onRemoved={() => title.current?.focus()}
          />
        ))}
        <li className="ui-upload">
          <DropZone editor={editor} />
        </li>
      </ul>
    </section>
  );
}

function DropZone({ editor }: { editor: ReadmeEditor }) {
  const words = editor.facts.words.pictures;
  const files = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const over = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(true);
  };
  return (
    <button
      type="button"
      className={`ui-drop ui-screen-only ${isOver ? 'ui-drop-over' : ''}`}
      onClick={() => files.current?.click()}
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        editor.addFiles([...event.dataTransfer.files]);
      }}
    >
      {words.drop} <span className="ui-drop-choose">{words.choose}</span>
      <input
        ref={files}
        type="file"
        accept={PICTURE_TYPES}
        multiple
        hidden
        onClick={(event) => event.stopPropagation()}
        onChange={({ target }) => {
          editor.addFiles([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </button>
  );
}

interface UploadProps {
  editor: ReadmeEditor;
  picture: ShownPicture;
  onRemoved: () => void;
}

function Upload({ editor, picture, onRemoved }: UploadProps) {
  const words = editor.facts.words.pictures;
  const { path, state, isHeld } = picture;
  const isInMarkdown = picture.alt !== null;
  return (
    <li className={`ui-upload ui-upload-${state}`}>
      <div className="ui-upload-picture">
        {state === 'refused' ? <Cross /> : <img src={picture.url} alt={picture.alt ?? ''} />}
      </div>
      {state === 'uploading' && (
        <progress className="ui-progress" max={100} value={picture.percent} aria-label={path} />
      )}
      <code className="ui-upload-path">{path}</code>
      <p className="ui-upload-state ui-second">{stateText(editor, picture)}</p>
      {picture.alt !== null && <Alt editor={editor} path={path} alt={picture.alt} />}
      <div className="ui-upload-actions ui-cluster">
        {state === 'unused' && (
          <button type="button" className="ui-button ui-button-secondary" onClick={() => editor.insert([path])}>
            {words.insert}
          </button>
        )}
        {isInMarkdown && !picture.isHead && (
          <Action text={words.makeHead} path={path} onClick={() => editor.chooseHead(path)} />
        )}
        {(isHeld || isInMarkdown) && (
          <Action
            text={words.remove}
            path={path}
            onClick={() => {
              editor.remove(path);
              onRemoved();
            }}
          />
        )}
      </div>
    </li>
  );
}

function Action({ text, path, onClick }: { text: string; path: string; onClick: () => void }) {
  return (
    <button type="button" className="ui-button ui-button-quiet" aria-label={`${text} ${path}`} onClick={onClick}>
      {text}
    </button>
  );
}

function stateText({ facts, page: { lang } }: ReadmeEditor, picture: ShownPicture): string {
  const words = facts.words.pictures;
  const size = sizeText(picture.bytes, lang);
  const shrunk = picture.bytesBefore ? ` (${fill(words.shrunk, { size: sizeText(picture.bytesBefore, lang) })})` : '';
  const withSize = (text: string) => (picture.bytes > 0 ? `${text} · ${size}${shrunk}` : text);
  switch (picture.state) {
    case 'waiting':
      return withSize(picture.isHead ? `${words.head} · ${words.waiting}` : words.waiting);
    case 'uploading':
      return fill(words.uploading, { percent: picture.percent, size });
    case 'done':
      return withSize(picture.isHead ? words.head : words.done);
    case 'unused':
      return words.unused;
    case 'refused':
      return picture.refusal === null ? '' : words[picture.refusal];
  }
}

/** The description is in the text, and this field writes it there. */
function Alt({ editor, path, alt }: { editor: ReadmeEditor; path: string; alt: string }) {
  const id = useId();
  const words = editor.facts.words.pictures;
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <div className="ui-field">
      <label className="ui-label" htmlFor={id}>
        {words.alt}
      </label>
      <input
        className="ui-input"
        id={id}
        value={typed ?? alt}
        aria-describedby={`${id}-hint`}
        onFocus={() => setTyped(alt)}
        onBlur={() => setTyped(null)}
        onChange={({ target }) => {
          setTyped(target.value);
          editor.describe(path, target.value);
        }}
      />
      <p className="ui-hint" id={`${id}-hint`}>
        {words.altHint}
      </p>
    </div>
  );
}

function Cross() {
  return (
    <svg viewBox="0 0 24 24" width="32" height="32" aria-hidden="true">
      <path d="M5 5l14 14M19 5 5 19" fill="none" stroke="currentColor" strokeWidth="3" />
    </svg>
  );
}
