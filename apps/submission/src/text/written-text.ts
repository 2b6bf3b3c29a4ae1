/** A text of a project as it was written, and where it stands. */
export interface WrittenText {
  /** `README`, `log N`, or the name of another part of the project. */
  where: string;
  written: string;
  /** What a reader sees of it. All of it when left out. */
  visible?: string;
}

/** A place that speaks to the reviewer of the project. */
export interface SpeakingPlace {
  kind: 'instruction' | 'hidden_instruction' | 'encoded_instruction' | 'forged_message' | 'hidden_characters';
  /** Where the text stands, or `README section "…"`. */
  where: string;
  /** At most 300 characters. */
  excerpt: string;
}
