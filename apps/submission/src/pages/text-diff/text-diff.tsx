import type { DiffHunk } from './readme-diff';

/** What changed between two texts, word by word. */
export function TextDiff({ hunks }: { hunks: readonly DiffHunk[] }) {
  return hunks.map((hunk, at) => (
    <p key={at} className="ui-diff" dir="auto">
      {hunk.map(({ kind, text }, place) => (
        <DiffText key={place} kind={kind} text={text} />
      ))}
    </p>
  ));
}

function DiffText({ kind, text }: DiffHunk[number]) {
  if (kind === 'removed') return <del>{text}</del>;
  return kind === 'added' ? <ins>{text}</ins> : text;
}
