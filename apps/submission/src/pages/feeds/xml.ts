/** XML 1.0 cannot hold these characters, not even escaped. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  // A parser would turn it into a line feed.
  '\r': '&#13;',
};

/** Returns the text as content or a quoted attribute value of XML 1.0. */
export function escapeXml(text: string): string {
  return text.replace(FORBIDDEN, '\ufffd').replace(/[&<>"'\r]/g, (character) => ESCAPES[character] ?? character);
}
