const PLAIN = /^[\p{L}][\p{L}\p{N} ._/+-]*$/u;
/** Other readers of YAML take these words as no text. */
const WORDS = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/** A text as YAML, in quotes where it needs them. Every JSON string is a YAML string. */
export function yamlScalar(text: string): string {
  if (PLAIN.test(text) && text.trimEnd() === text && !WORDS.test(text)) return text;
  return JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, escaped);
}

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
