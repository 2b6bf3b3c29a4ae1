/** A text of a project with its place. */
export interface WrittenText {
  /** `README`, `log N`, or the name of another part of the project. */
  where: string;
  written: string;
  /** The visible text. If absent, all of it is visible. */
  visible?: string;
}

/** A place that addresses the reviewer of the project. */
export interface SpeakingPlace {
  kind: 'instruction' | 'hidden_instruction' | 'encoded_instruction' | 'forged_message' | 'hidden_characters';
  /** The place of the text, or `README section "…"`. */
  where: string;
  /** At most 300 characters. */
  excerpt: string;
}
