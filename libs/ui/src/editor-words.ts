/** The words of the README editor's script. `{name}` stands for a value that the script puts in. */
export interface EditorWords {
  source: string;
  sourceHint: string;
  shownAlready: string;
  preview: string;
  write: string;
  see: string;
  save: string;
  saving: string;
  discard: string;
  /** Beside `discard`, until something else is typed. */
  restore: string;
  /** `{time}` */
  savedAt: string;
  /** `{time}` */
  notSaved: string;
  notKept: string;
  /** `{count}` */
  characters: string;
  nothingToSee: string;
  previewFailed: string;
  /** The save holds questions alone. */
  nothingAnswered: string;
  toolbar: string;
  tools: {
    heading: string;
    bold: string;
    italic: string;
    link: string;
    list: string;
    code: string;
    table: string;
    picture: string;
  };
  toolTexts: {
    heading: string;
    bold: string;
    italic: string;
    link: string;
    item: string;
    code: string;
    column: string;
  };
  missing: {
    one: string;
    /** `{count}` */
    many: string;
    /** `{path}` */
    line: string;
    /** `{path}` */
    place: string;
    /** `{path}` and `{line}` */
    placeAt: string;
    choose: string;
  };
  problem: {
    one: string;
    /** `{count}` */
    many: string;
    /** `{line}` and `{message}` */
    atLine: string;
    title: string;
  };
  /** Why the service did not save the README, by the codes of its errors. `field`: for each field that it refuses. */
  refusals: {
    /** `{field}` and `{problem}` */
    field: string;
    README_FRONT_MATTER_INVALID: string;
    /** `{pictures}` */
    README_ATTACHMENT_NOT_IMAGE: string;
    README_IMAGE_MISSING: string;
    /** `{pictures}` */
    IMAGE_TOO_LARGE: string;
    QUOTA_EXCEEDED: string;
    PAYLOAD_TOO_LARGE: string;
    RATE_LIMITED: string;
    FORBIDDEN: string;
  };
  pictures: {
    title: string;
    limits: string;
    how: string;
    drop: string;
    choose: string;
    waiting: string;
    /** `{percent}` and `{size}` */
    uploading: string;
    done: string;
    head: string;
    makeHead: string;
    /** `{path}` */
    headNow: string;
    unused: string;
    insert: string;
    remove: string;
    replace: string;
    alt: string;
    altHint: string;
    svg: string;
    heic: string;
    making: string;
    /** `{size}` before it was made smaller. */
    shrunk: string;
    kind: string;
    tooLarge: string;
    damaged: string;
    tooMany: string;
    /** `{path}` */
    inserted: string;
    /** `{path}` */
    removed: string;
    /** `{path}` and `{reason}` */
    refused: string;
  };
  /** Another tab or another device has saved the README. */
  elsewhere: {
    title: string;
    /** `{time}` */
    shown: string;
    /** `{time}` */
    kept: string;
    both: string;
    compare: string;
  };
  versions: {
    title: string;
    /** `{time}` */
    lead: string;
    saved: string;
    mine: string;
    /** In the place of lines that a version lacks. */
    none: string;
    bothHint: string;
    keepMine: string;
    keepTheirs: string;
    keepBoth: string;
    later: string;
  };
}

/** What the page tells the editor, in a data block. The text is in the form's own field. */
export interface EditorFacts {
  slug: string;
  locale: 'en' | 'zh-CN';
  /** The `base_updated_at` of the next save. */
  updatedAt: string;
  html: string;
  /** That came with the README as it is saved. */
  pictures: readonly { path: string; url: string; bytes: number }[];
  /** Text that its writer asked for, to put behind the text once. */
  offered: string | null;
  /** The line of the section that a remark is about. */
  openLine: number | null;
  /** Begins the URL of an image that is missing in a preview. Its place in the list of missing images follows, from 1. */
  missingImagePrefix: string;
  words: EditorWords;
}

export const EDITOR_FACTS_ID = 'editor-facts';
