import { useRef } from 'react';
import { PICTURE_TYPES } from './picture-files';
import type { ReadmeEditor } from './readme-editor';
import type { ToolName } from './tools';

interface Tool {
  name: ToolName;
  keys: string;
  path: string;
}

/** 20 × 20, drawn with strokes of 1.8. */
const TOOLS: readonly Tool[] = [
  { name: 'heading', keys: 'Ctrl+Alt+H', path: 'M5 4v12M15 4v12M5 10h10' },
  { name: 'bold', keys: 'Ctrl+B', path: 'M6 4h5a3 3 0 0 1 0 6H6zM6 10h6a3 3 0 0 1 0 6H6z' },
  { name: 'italic', keys: 'Ctrl+I', path: 'M8 4h6M6 16h6M12 4 8 16' },
  {
    name: 'link',
    keys: 'Ctrl+K',
    path: 'M8.5 11.5a3 3 0 0 0 4.3 0l2.6-2.6a3 3 0 0 0-4.3-4.3L10 5.7M11.5 8.5a3 3 0 0 0-4.3 0l-2.6 2.6a3 3 0 0 0 4.3 4.3l1.1-1.1',
  },
  { name: 'list', keys: 'Ctrl+Alt+L', path: 'M8 5h9M8 10h9M8 15h9M3.5 5h.01M3.5 10h.01M3.5 15h.01' },
  { name: 'code', keys: 'Ctrl+E', path: 'M7 5 2.5 10 7 15M13 5l4.5 5-4.5 5' },
  { name: 'table', keys: 'Ctrl+Alt+T', path: 'M3 4h14v12H3zM3 8.5h14M9 4v12' },
];
const PICTURE_PATH = 'M3 4h14v12H3zM3 14l4.5-5 4 4 2-2 3.5 3.5M13 7.5h.01';

export function Toolbar({ editor }: { editor: ReadmeEditor }) {
  const { words } = editor.facts;
  const files = useRef<HTMLInputElement>(null);
  return (
    <div className="ui-tools" role="group" aria-label={words.toolbar}>
      {TOOLS.map(({ name, keys, path }) => (
        <button
          key={name}
          type="button"
          className="ui-plain-button ui-tool"
          aria-label={words.tools[name]}
          aria-keyshortcuts={keys.replace('Ctrl', 'Control')}
          title={`${words.tools[name]} (${keys})`}
          onClick={() => editor.use(name)}
        >
          <ToolIcon path={path} />
        </button>
      ))}
      <button
        type="button"
        className="ui-plain-button ui-tool"
        aria-label={words.tools.picture}
        title={words.tools.picture}
        onClick={() => files.current?.click()}
      >
        <ToolIcon path={PICTURE_PATH} />
      </button>
      <input
        ref={files}
        type="file"
        accept={PICTURE_TYPES}
        multiple
        hidden
        onChange={({ target }) => {
          editor.addFiles([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </div>
  );
}

function ToolIcon({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <path d={path} fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
