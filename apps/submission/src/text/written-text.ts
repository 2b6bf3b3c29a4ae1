export interface WrittenText {
  where: string;
  written: string;
  visible?: string;
}

export interface SuspectPassage {
  kind: 'instruction' | 'hidden_instruction' | 'encoded_instruction' | 'forged_message' | 'hidden_characters';
  where: string;
  excerpt: string;
}
