/** The words of the script of the log form. `{name}` stands for a value that the script puts in. */
export interface LogWords {
  write: string;
  see: string;
  making: string;
  previewFailed: string;
  photos: {
    add: string;
    drop: string;
    hint: string;
    /** Labels what describes a photo. */
    caption: string;
    remove: string;
    /** `{path}` */
    earlier: string;
    /** `{path}` */
    later: string;
    /** `{path}` and `{place}` */
    moved: string;
    /** `{path}` */
    added: string;
    /** `{count}` */
    addedMany: string;
    /** `{path}` */
    removed: string;
    /** `{count}` */
    lost: string;
    unkept: string;
    damaged: string;
    svg: string;
    heic: string;
    making: string;
    /** `{size}` before it was made smaller. */
    shrunk: string;
    kind: string;
    tooLarge: string;
    tooMany: string;
    /** `{path}` and `{reason}` */
    refused: string;
  };
}

export const LOG_WORDS_ID = 'log-words';
