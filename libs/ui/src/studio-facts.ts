/** The words of the studio's scripts. `{name}` stands for a value that the script puts in. */
export interface ScriptWords {
  offline: string;
  offlineAction: string;
  /** `{percent}` */
  sending: string;
  unreachable: string;
  broken: string;
  tooFast: string;
  /** Beside a text. */
  tooLong: string;
  /** Of text and files together. */
  tooMuch: string;
  requestId: string;
  tryAgain: string;
  /** `{time}` */
  draftFound: string;
  /** `{time}` */
  draftKept: string;
  /** Signed out. `{time}` */
  draftKeptInTab: string;
  draftNotKept: string;
  discardDraft: string;
  copied: string;
  showPassword: string;
  hidePassword: string;
  slug: { free: string; taken: string; reserved: string; invalid: string };
  /** `{stage}` and `{percent}` */
  reviewStage: string;
  signIn: {
    title: string;
    lead: string;
    email: string;
    password: string;
    code: string;
    send: string;
    cancel: string;
    wrong: string;
    /** `{handle}` */
    otherAccount: string;
  };
}

/** What the server tells the studio's scripts, in a data block of each page. */
export interface StudioFacts {
  /** Null for a visitor who is not signed in. */
  session: { handle: string; csrfToken: string } | null;
  lang: string;
  /** Lets a script add styles. */
  nonce: string;
  words: ScriptWords;
}

export const STUDIO_FACTS_ID = 'studio-facts';
