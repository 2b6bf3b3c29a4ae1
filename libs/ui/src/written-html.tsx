import { writtenText, type WrittenWords } from './written-text';

/** A browser needs seconds to lay out a document of 1 MiB. It lays out the parts of a long one as they come into view. */
const LONG_CHARACTERS = 200_000;

export interface WrittenHtmlProps {
  /** As the sanitizer wrote it. */
  html: string;
  /** Keeps the ids of this text apart from those of other texts on the page. */
  scope?: string;
  isLog?: boolean;
  /** Says the renderer's labels in these words, and makes each picture a link, which `LargePicture` opens on the page. */
  words?: WrittenWords;
}

/** What a person wrote in Markdown. Nothing in it can paint outside of this element or wear a class of ours. */
export function WrittenHtml({ html, scope, isLog = false, words }: WrittenHtmlProps) {
  const text = writtenText(html, { scope, words });
  const kind = isLog ? ' ui-md-log' : html.length > LONG_CHARACTERS ? ' ui-md-long' : '';
  return <div className={`ui-md${kind}`} dangerouslySetInnerHTML={{ __html: text }} />;
}
