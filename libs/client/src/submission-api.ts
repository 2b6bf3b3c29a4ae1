// Generated from the OpenAPI document of the submission service. Do not edit: run `npx nx run client:generate`.

export interface paths {
  '/api/v1/accounts/login': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign in with email and password
     * @description For browsers: the session is in a cookie. Other clients use a token. An account with a second factor also needs `code` or `recovery_code`: without it, the answer is LOGIN_INVALID with details.second_factor.
     */
    post: operations['sessions.logIn'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/accounts/me': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read your own account */
    get: operations['accounts.me'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/accounts/me/projects': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the caller's own projects
     * @description Projects of every visibility, the last changed first. A token with scopes needs `projects:read`.
     */
    get: operations['ownProjects.list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/accounts/me/projects/titles': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the titles of the caller's own READMEs and logs
     * @description In the same order as the list of projects, and without their texts. A token with scopes needs `projects:read`.
     */
    get: operations['ownProjects.titles'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/assets/upload': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Add an image to a project
     * @description Send the image as the part `file`. Its metadata is removed, and its orientation is applied. The same bytes in the same project are one asset, and so are the bytes of an asset as it is served. With `path`, the list of images names the file, so that a client can write it to the same place again. A token with scopes needs `projects:write`. Without `projects:read` the answer holds ids, the state and times alone.
     */
    post: operations['assets.upload'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/docs/{programId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the documents of a program */
    get: operations['docs.list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/docs/{programId}/{docId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read one document of a program, as a list of one */
    get: operations['docs.get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/interviews/redeem': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Redeem the credential of an interview
     * @description A credential works once, even if several clients try at the same time. It replaces a token. The answer is the same for every wrong credential.
     */
    post: operations['interviews.redeem'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/interviews/{interviewId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read an interview, to go on with it
     * @description With the session token as Bearer, for 60 minutes. It ends sooner if the interview is started again or staff decide. If the open question is still being drawn, this waits for it, at most about 20 seconds.
     */
    get: operations['interviews.get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/interviews/{interviewId}/answers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Answer the open question of an interview
     * @description The answer is stored first. Then this waits for the next question, at most about 20 seconds. The same answer to the same index is answered alike. Another answer to an answered question, a question that is not open, and an answer after the end are STATE_CONFLICT.
     */
    post: operations['interviews.answer'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/programs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List all programs */
    get: operations['programs.list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/programs/{programId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read a program */
    get: operations['programs.get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List public projects */
    get: operations['projects.wall'];
    put?: never;
    /**
     * Create a project
     * @description Without `visibility` it is public. It is private if the token may not publish, or if the account is below the age of consent and no guardian has agreed. A token with scopes needs `projects:write`. Without `projects:read` the answer holds ids, the state and times alone.
     */
    post: operations['projects.create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/sync': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sync properties, README and new logs of a project
     * @description Each part is optional. Either all of it is applied or nothing. A conflict in one log refuses the whole request. With `base_updated_at` and `base_properties_updated_at`, nothing is applied if README or properties are newer. A token with scopes needs `projects:write`. Without `projects:read` the answer holds ids, the state and times alone.
     */
    post: operations['sync.sync'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/{slug}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a project with its README, logs and review
     * @description Only its owner and staff can read a private project. A token with scopes needs `projects:read` to read what is private.
     */
    get: operations['projects.detail'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change the properties of a project
     * @description An absent field keeps its value. A token with scopes needs `projects:write`. Without `projects:read` the answer holds ids, the state and times alone.
     */
    patch: operations['projects.update'];
    trace?: never;
  };
  '/api/v1/projects/{slug}/assets': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the images of a project
     * @description For the owner and staff, oldest first. The hashes say which local file is which image, so that a client need not upload it again. A token with scopes needs `projects:read`.
     */
    get: operations['projectAssets.list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/{slug}/interview/start': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Start an interview
     * @description The credential works once, within a few minutes. Allowed in `recommended`, `interviewing`; leads to `interviewing`: creates a new credential; earlier ones become invalid.
     */
    post: operations['interviews.start'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/{slug}/logs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the logs of a project, newest first
     * @description A token with scopes needs `projects:read` to read what is private.
     */
    get: operations['projects.logs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/{slug}/logs/{sequence}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Withdraw a log with its images
     * @description In any state, and for good. The log keeps its sequence and its date, and lists show it with `withdrawn_at` and no content. Its images are gone wherever the project shows them. NOT_FOUND if there is no such log, or it is withdrawn or removed already.
     */
    delete: operations['withdrawals.withdrawLog'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/{slug}/readme': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the README with its source
     * @description A token with scopes needs `projects:read` to read what is private.
     */
    get: operations['readme.get'];
    /**
     * Replace the README, with its images
     * @description The part `readme` holds the text. Each image is a part whose name is its path in the README. Either all of it is applied or nothing. With `base_updated_at`, nothing is applied if the README is newer. A token with scopes needs `projects:write`. Without `projects:read` the answer holds ids, the state and times alone.
     */
    put: operations['readme.put'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/{slug}/readme/preview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Render a README without storing it
     * @description Uses the same renderer as PUT. What PUT would refuse is listed in `missing` and `problems`. A token with scopes needs `projects:write`. Without `projects:read` the answer holds ids, the state and times alone.
     */
    post: operations['readme.preview'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/{slug}/review/request': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Request a review
     * @description Needs a README and as many logs as the program requires. Allowed in `draft`, `changes_requested`; leads to `review_pending`: the review judges README and logs as they are now; content that a finished review has judged is refused. GET status returns the progress. A token with scopes needs `reviews:request`. Without `projects:read` the answer holds ids, the state and times alone.
     */
    post: operations['reviews.request'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/{slug}/shipment': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Submit the delivery address of the prize
     * @description Allowed in approved_to_ship, and again in shipment_submitted, where the new data replaces the old. The data is encrypted, never shown again, and deleted when the prize is sent. Below the age of consent, a guardian must have agreed to the account and to this shipment: else GUARDIAN_REQUIRED.
     */
    post: operations['shipments.submit'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/{slug}/status': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the status of a project, and what the caller can do next
     * @description Only the owner and staff can call it. A token with scopes needs `projects:read`.
     */
    get: operations['reviews.status'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/{slug}/status/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Watch the status of a project
     * @description For the owner and staff. Server-sent events: `event: status` with the same object as `data` of GET status, at once and at each change, and a comment every 15 s. The stream closes after 10 minutes: open it again. At most 20 streams at once. A token with scopes needs `projects:read`.
     */
    get: operations['statusEvents.watch'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/{slug}/uploads': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Get a URL that takes one image
     * @description Whoever has the URL can send one image of the project within 10 minutes, without a token. A token with scopes needs `projects:write`. Without `projects:read` the answer holds ids, the state and times alone.
     */
    post: operations['imageUploads.create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/{slug}/uploads/{uploadId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read which image came to an upload URL
     * @description A token with scopes needs `projects:write`. Without `projects:read` the answer holds ids, the state and times alone.
     */
    get: operations['imageUploads.find'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/slugs/{slug}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Check whether a slug is free
     * @description A hint while a person types. A slug that a project ever had counts as taken. With `suggest=yes` what stands for the slug may be the name of a project, in Chinese too: the answer has a free slug for it.
     */
    get: operations['slugs.check'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/readyz': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Whether the service can answer */
    get: operations['probes.ready'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    AccountView: {
      /** @description `YYYY-MM-DD`; null if unknown. */
      birth_date: string | null;
      /** @description Whether only mail about signing in is sent. */
      mail_opt_out: boolean;
      /** @description When the holder confirmed the email address; null if not yet. */
      email_confirmed_at: string | null;
      /** @description The parent or guardian whom the account has named; null if none. */
      guardian: components['schemas']['GuardianView'] | null;
      /**
       * Format: uuid
       * @description The id of the account.
       */
      id: string;
      /** @description The name of the account in URLs. */
      handle: string;
      /** @description The name that others see. */
      display_name: string;
      /** @description What the person says about themself. */
      bio: string;
      /**
       * @description The language of pages and mails.
       * @enum {string}
       */
      locale: 'en' | 'zh-CN';
      /** @description Where mails go. */
      email: string;
      /** @description Everyone is a participant; the others are staff. */
      roles: ('participant' | 'reviewer' | 'fulfilment' | 'admin')[];
      /**
       * Format: date-time
       * @description When the account was created.
       */
      created_at: string;
    };
    AddedLogView: {
      /**
       * Format: uuid
       * @description The id of the log.
       */
      id: string;
      /** @description The number of the log in the project. */
      sequence: number;
    };
    AnswerDto: {
      /** @description 2-5,000 characters, without the space around them; may have several lines. */
      answer: string;
      /** @description The number of the question, from 1. Without it, the answer belongs to the open question. Send it, or an Idempotency-Key, to retry safely. */
      index?: number;
    };
    AnsweredView: {
      /** @description The next one; null after the last answer. */
      question: components['schemas']['QuestionView'] | null;
      /** @description Whether all questions are answered. */
      done: boolean;
    };
    AssetView: {
      /** @description `cloud://<project id>/<asset id>.<ext>`: use it in a README or a log, or as header image. */
      file_id: string;
      /** @description The URL of the image, relative to the service. */
      url: string;
      /**
       * @description The type of the image, by its bytes.
       * @enum {string}
       */
      content_type: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';
      /** @description The served file: without metadata, and upright. */
      bytes: number;
      /** @description In pixels. */
      width: number;
      /** @description In pixels. */
      height: number;
    };
    ChecksView: {
      /**
       * @description Whether the database answers.
       * @enum {string}
       */
      postgres: 'ok' | 'failed' | 'absent';
      /**
       * @description `absent`: this installation has none.
       * @enum {string}
       */
      redis: 'ok' | 'failed' | 'absent';
      /**
       * @description Whether the object store answers.
       * @enum {string}
       */
      store: 'ok' | 'failed' | 'absent';
    };
    CreateProjectDto: {
      /** @description The program to join. It must be open. */
      program_id: string;
      /** @description 3-32 of `[a-z0-9-]`. It stays taken even after a deletion. */
      slug: string;
      /**
       * @description Who may see it. `public` and `unlisted` need the scope `projects:publish`. If absent: everyone, or its owner alone if the token lacks that scope.
       * @enum {unknown}
       */
      visibility?: 'public' | 'unlisted' | 'private';
      /**
       * @description `completed` needs a README and a log, which a new project does not have: sync them with it later.
       * @default in_progress
       * @enum {string}
       */
      project_status?: 'in_progress' | 'completed';
      /** @description 1-80 characters. */
      name: string;
      /**
       * @description 0-200 characters.
       * @default
       */
      tagline?: string;
      /**
       * @description At most 10 tags of 1-32 characters.
       * @default []
       */
      tags?: string[];
      /**
       * @description If absent: chosen from the slug.
       * @enum {unknown}
       */
      color?:
        | 'red'
        | 'orange'
        | 'amber'
        | 'yellow'
        | 'lime'
        | 'green'
        | 'emerald'
        | 'teal'
        | 'cyan'
        | 'sky'
        | 'blue'
        | 'indigo'
        | 'violet'
        | 'purple'
        | 'fuchsia'
        | 'pink'
        | 'rose'
        | 'slate';
      /**
       * @description At most 10 http or https URLs of at most 2,000 characters.
       * @default []
       */
      demo_urls?: string[];
    };
    CreatorView: {
      /** @description `Anonymous` if the account was deleted. */
      display_name: string;
      /** @description Empty if the account was deleted: there is no page of the creator. */
      handle: string;
    };
    DecisionView: {
      /**
       * @description What staff decided.
       * @enum {string}
       */
      action: 'approve' | 'request_changes' | 'reject';
      /** @description What the staff wrote to the owner. Null for an approval. */
      reason: string | null;
      /**
       * Format: date-time
       * @description When they decided.
       */
      at: string;
    };
    DocView: {
      /** @description The id of the document. */
      id: string;
      /** @description The title of the document. */
      title: string;
      /** @description Where the document is. */
      url: string;
    };
    EarlierRemarkView: {
      /** @description A comment or suggestion of the review before. */
      remark: string;
      /** @description Whether this review found it met. Null: the review said nothing of it, or has not succeeded. */
      verdict: ('met' | 'partly' | 'not_met') | null;
      /** @description Why, in one sentence. Null without a verdict. */
      reason: string | null;
    };
    GuardianView: {
      /**
       * @description `asked`: the guardian has not answered yet. `withdrawn`: they refused, or took the agreement back.
       * @enum {string}
       */
      status: 'asked' | 'agreed' | 'withdrawn';
      /**
       * Format: date-time
       * @description When the guardian was asked last.
       */
      asked_at: string;
      /** @description When the guardian agreed; null if they did not. */
      agreed_at: string | null;
    };
    HiddenView: {
      /**
       * @description Who hid it: staff, or the guardian of its owner.
       * @enum {string}
       */
      by: 'staff' | 'guardian';
      /**
       * Format: date-time
       * @description When it was hidden.
       */
      at: string;
      /** @description What the staff wrote to the owner. Guardians write nothing. */
      reason: string;
    };
    ImageUploadView: {
      /**
       * Format: uuid
       * @description The id of the upload.
       */
      id: string;
      /**
       * Format: date-time
       * @description When its URL expires.
       */
      expires_at: string;
      /** @description The image that came. Null: none has come. */
      asset: components['schemas']['AssetView'] | null;
    };
    LogInDto: {
      /** @description The email of the account. */
      email: string;
      /** @description The password of the account. */
      password: string;
      /** @description The six digits that the app shows. Each code is accepted once. */
      code?: string;
      /** @description Replaces a code. Each recovery code is accepted once. */
      recovery_code?: string;
    };
    LogInView: {
      /** @description The account of the session. */
      account: components['schemas']['AccountView'];
      /** @description Send it as X-CSRF-Token with each write that uses the cookie. */
      csrf_token: string;
    };
    LogPageView: {
      /** @description The logs of this page. */
      logs: components['schemas']['LogView'][];
      /** @description `cursor` of the next page; null: this is the last page. */
      next_cursor: string | null;
    };
    LogTitleView: {
      /** @description Unique within the project. */
      sequence: number;
      /** @description The title of the log. */
      title: string;
    };
    LogView: {
      /**
       * Format: uuid
       * @description The id of the log.
       */
      id?: string;
      /** @description Unique within the project. */
      sequence: number;
      /** @description The title of the log. */
      title?: string;
      /** @description As plain text. */
      text?: string;
      /** @description The Markdown of the log. Text without Markdown is unchanged. */
      content_md?: string;
      /** @description Sanitized HTML. */
      content_html?: string;
      /** @description The URLs of its images, relative to the service. */
      image_urls?: string[];
      /** @description What describes each of its images, in the same order. Empty for one that nobody described. */
      captions?: string[];
      /**
       * Format: date-time
       * @description When it was written.
       */
      created_at: string;
      /** @description When staff removed it. A removed log keeps its sequence and reads "removed". Else null. */
      removed_at?: string | null;
      /**
       * Format: date-time
       * @description When its maker withdrew it. Such a log has its sequence, its date and this only; others do not have it.
       */
      withdrawn_at?: string;
    };
    NewImageUploadView: {
      /**
       * Format: uuid
       * @description The id of the upload, to ask for its image later.
       */
      id: string;
      /** @description The URL that takes the bytes of one image, without a token. It is shown only here. */
      url: string;
      /**
       * @description How to send the bytes: as the body of this method.
       * @enum {string}
       */
      method: 'PUT';
      /**
       * Format: date-time
       * @description When the URL expires.
       */
      expires_at: string;
      /** @description The largest image that it takes: 5242880 bytes. */
      max_bytes: number;
    };
    NewLogDto: {
      /** @description 1 to 1,000,000, and not yet taken in the project. Gaps are allowed. */
      sequence: number;
      /** @description 1-120 characters. */
      title: string;
      /** @description At most 64 KiB. Its images have a file id or are on other hosts. */
      content_md: string;
      /** @description A Unix time: in seconds if below 100,000,000,000, else in milliseconds; at most 24 hours ahead. If absent: now. */
      created_at?: number;
    };
    OpenInterviewView: {
      /** @description The one to answer now; null once all are answered. */
      question: components['schemas']['QuestionView'] | null;
      /** @description Whether all questions are answered. */
      done: boolean;
      /**
       * Format: uuid
       * @description The id of the interview.
       */
      id: string;
      /** @description The project that it is about. */
      project: components['schemas']['ProjectSummaryView'];
      /** @description Who made the project. */
      creator: components['schemas']['CreatorView'];
      /** @description `ivs_…`, the Bearer token of the interview. Keep it: only its holder can go on. */
      session_token: string;
      /**
       * Format: date-time
       * @description When the session expires.
       */
      expires_at: string;
    };
    OwnProjectListView: {
      /** @description The projects of this page. */
      projects: components['schemas']['OwnProjectView'][];
      /** @description The total of all pages. */
      total: number;
      /** @description The most projects on a page. */
      limit: number;
      /** @description The number of projects before this page. */
      offset: number;
    };
    OwnProjectView: {
      /**
       * @description What the owner chose. A project that staff have hidden is private, whatever its visibility.
       * @enum {string}
       */
      visibility: 'public' | 'unlisted' | 'private';
      /**
       * @description The state in the lifecycle.
       * @enum {string}
       */
      state:
        | 'draft'
        | 'review_pending'
        | 'recommended'
        | 'changes_requested'
        | 'interviewing'
        | 'approved_to_ship'
        | 'shipment_submitted'
        | 'shipped'
        | 'rejected';
      /** @description Whether it has a README. */
      has_readme: boolean;
      /** @description What a review still needs. */
      missing: ('readme' | 'logs')[];
      /** @description What the owner may do in this state. */
      allowed: (
        | 'create'
        | 'request_review'
        | 'rerun_review'
        | 'start_interview'
        | 'approve'
        | 'request_changes'
        | 'reject'
        | 'submit_shipment'
        | 'withdraw_shipment'
        | 'mark_shipped'
        | 'reship'
      )[];
      /** @description The name of the project. */
      name: string;
      /** @description The project in one sentence. */
      tagline: string;
      /** @description Its tags, in lower case. */
      tags: string[];
      /**
       * @description The color of its page.
       * @enum {string}
       */
      color:
        | 'red'
        | 'orange'
        | 'amber'
        | 'yellow'
        | 'lime'
        | 'green'
        | 'emerald'
        | 'teal'
        | 'cyan'
        | 'sky'
        | 'blue'
        | 'indigo'
        | 'violet'
        | 'purple'
        | 'fuchsia'
        | 'pink'
        | 'rose'
        | 'slate';
      /**
       * Format: uuid
       * @description The id of the project.
       */
      id: string;
      /** @description The name of the project in its URL. */
      slug: string;
      /** @description The URL of its page, relative to the service. */
      url: string;
      /** @description The absolute URL of its page. */
      page_url: string;
      /** @description `cloud://<project id>/<asset id>.<ext>`, or null. */
      header_image: string | null;
      /** @description The URL of that image, relative to the service. For a private project it is signed and expires. */
      header_image_url: string | null;
      /** @description Who made the project. */
      creator: components['schemas']['CreatorView'];
      /** @description The program that it joined. */
      program_id: string;
      /**
       * @description The status that the participant declares.
       * @enum {string}
       */
      project_status: 'in_progress' | 'completed';
      /** @description Whether the prize was sent. */
      shipped: boolean;
      /** @description The number of its logs. */
      log_count: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updated_at: string;
    };
    PreviewReadmeDto: {
      /** @description The text of a README; at most 1 MiB. */
      markdown: string;
    };
    PrizeView: {
      /** @description The name of the prize. */
      name: string;
      /** @description Whether the prize is sent by post. */
      hardware: boolean;
    };
    ProgramView: {
      /** @description 1-64 of `[a-z0-9-]`. */
      id: string;
      /** @description The name of the program. */
      name: string;
      /** @description The program in one sentence. */
      tagline: string;
      /** @description Sanitized HTML. */
      description_html: string;
      /** @description When it begins. Null: it has begun. */
      starts_at: string | null;
      /** @description When it ends. Null: it has no end. */
      ends_at: string | null;
      /** @description Whether the program accepts projects: now is between starts_at and ends_at, and staff have not closed it. */
      open: boolean;
      /** @description How many logs a project needs before a review. */
      logs_required: number;
      /** @description The number of questions in an interview; 0: the program has no interviews. */
      interview_questions: number;
      /** @description What participants get. Null if there is no prize. */
      prize: components['schemas']['PrizeView'] | null;
      /** @description Documents that participants should read. */
      docs: components['schemas']['DocView'][];
      /** @description The number of public projects. */
      project_count: number;
    };
    ProjectAssetPageView: {
      /** @description The images of this page. */
      assets: components['schemas']['ProjectAssetView'][];
      /** @description `cursor` of the next page; null: this is the last page. */
      next_cursor: string | null;
    };
    ProjectAssetView: {
      /** @description The SHA-256 of the file as it was uploaded, in hexadecimal. */
      uploaded_sha256: string;
      /** @description The SHA-256 of the file as it is served. Null for an image of an old version of the service, until a worker has hashed it. */
      served_sha256: string | null;
      /** @description The paths by which the README names the image, if it came with the README. */
      readme_paths: string[];
      /** @description The path of its file in the project's folder, as the latest upload or README with the image named it. Null if none did. */
      path: string | null;
      /** @description `cloud://<project id>/<asset id>.<ext>`: use it in a README or a log, or as header image. */
      file_id: string;
      /** @description The URL of the image, relative to the service. */
      url: string;
      /**
       * @description The type of the image, by its bytes.
       * @enum {string}
       */
      content_type: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';
      /** @description The served file: without metadata, and upright. */
      bytes: number;
      /** @description In pixels. */
      width: number;
      /** @description In pixels. */
      height: number;
    };
    ProjectListView: {
      /** @description The projects of this page. */
      projects: components['schemas']['ProjectSummaryView'][];
      /** @description The total of all pages. */
      total: number;
      /** @description The most projects on a page. */
      limit: number;
      /** @description The number of projects before this page. */
      offset: number;
    };
    ProjectStatusView: {
      /** @description The project as its owner reads it. */
      project: components['schemas']['ProjectView'];
      /**
       * @description The state in the lifecycle.
       * @enum {string}
       */
      state:
        | 'draft'
        | 'review_pending'
        | 'recommended'
        | 'changes_requested'
        | 'interviewing'
        | 'approved_to_ship'
        | 'shipment_submitted'
        | 'shipped'
        | 'rejected';
      /**
       * @description The status that the participant declares.
       * @enum {string}
       */
      project_status: 'in_progress' | 'completed';
      /** @description The latest one; null if there is none. */
      review: components['schemas']['ReviewView'] | null;
      /** @description The latest decision of staff; null if there is none. */
      decision: components['schemas']['DecisionView'] | null;
      /** @description The submitted or sent shipment. Null if there is none, or if the parcel came back. */
      shipment: components['schemas']['ShipmentStatusView'] | null;
      /** @description What is still missing for a review. */
      missing: ('readme' | 'logs')[];
      /** @description What the caller may do, by role and state. */
      allowed: (
        | 'create'
        | 'request_review'
        | 'rerun_review'
        | 'start_interview'
        | 'approve'
        | 'request_changes'
        | 'reject'
        | 'submit_shipment'
        | 'withdraw_shipment'
        | 'mark_shipped'
        | 'reship'
      )[];
      /** @description The sequence that the next log gets. */
      next_sequence: number;
      /** @description Null before the first review. */
      usual_seconds: components['schemas']['UsualSecondsView'] | null;
    };
    ProjectSummaryView: {
      /**
       * Format: uuid
       * @description The id of the project.
       */
      id: string;
      /** @description The name of the project in its URL. */
      slug: string;
      /** @description The URL of its page, relative to the service. */
      url: string;
      /** @description The absolute URL of its page. */
      page_url: string;
      /** @description `cloud://<project id>/<asset id>.<ext>`, or null. */
      header_image: string | null;
      /** @description The URL of that image, relative to the service. For a private project it is signed and expires. */
      header_image_url: string | null;
      /** @description Who made the project. */
      creator: components['schemas']['CreatorView'];
      /** @description The program that it joined. */
      program_id: string;
      /**
       * @description The status that the participant declares.
       * @enum {string}
       */
      project_status: 'in_progress' | 'completed';
      /** @description Whether the prize was sent. */
      shipped: boolean;
      /** @description The number of its logs. */
      log_count: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updated_at: string;
      /** @description The name of the project. */
      name: string;
      /** @description The project in one sentence. */
      tagline: string;
      /** @description Its tags, in lower case. */
      tags: string[];
      /**
       * @description The color of its page.
       * @enum {string}
       */
      color:
        | 'red'
        | 'orange'
        | 'amber'
        | 'yellow'
        | 'lime'
        | 'green'
        | 'emerald'
        | 'teal'
        | 'cyan'
        | 'sky'
        | 'blue'
        | 'indigo'
        | 'violet'
        | 'purple'
        | 'fuchsia'
        | 'pink'
        | 'rose'
        | 'slate';
    };
    ProjectTitlesListView: {
      /** @description The projects of this page. */
      projects: components['schemas']['ProjectTitlesView'][];
      /** @description The total of all pages. */
      total: number;
      /** @description The most projects on a page. */
      limit: number;
      /** @description The number of projects before this page. */
      offset: number;
    };
    ProjectTitlesView: {
      /** @description The name of the project in its URL. */
      slug: string;
      /** @description The name of the project. */
      name: string;
      /** @description Whether it has a README. */
      has_readme: boolean;
      /** @description Its newest 20 logs, newest first. */
      logs: components['schemas']['LogTitleView'][];
    };
    ProjectView: {
      /** @description The README as sanitized HTML, without its front matter. Empty if there is none. */
      readme_html: string;
      /** @description The newest 100 logs, or fewer if their bodies exceed 2 MiB. */
      logs: components['schemas']['LogView'][];
      /** @description `cursor` for the older logs; null if all logs are here. */
      logs_next_cursor: string | null;
      /** @description Null until a review has succeeded. */
      review: components['schemas']['PublicReviewView'] | null;
      /**
       * @description `unlisted`: visible to everyone who has the URL. `private`: visible to its owner and staff.
       * @enum {string}
       */
      visibility: 'public' | 'unlisted' | 'private';
      /** @description Null unless staff have hidden the project. A hidden project is private, whatever its visibility. */
      hidden: components['schemas']['HiddenView'] | null;
      /** @description The latest decision of staff; null if there is none. Only for the owner and staff. */
      decision?: components['schemas']['DecisionView'] | null;
      /** @description When the owner said that the prize has arrived; null until then, and again when it is sent once more. Only for the owner and staff. */
      arrived_at?: string | null;
      /** @description When the README was last written; null without one. Send it as `base_updated_at`. Only for the owner and staff. */
      readme_updated_at?: string | null;
      /**
       * Format: date-time
       * @description When a property was last changed. Send it as `base_properties_updated_at`. Only for the owner and staff.
       */
      properties_updated_at?: string;
      /**
       * @description The state in the lifecycle.
       * @enum {string}
       */
      state:
        | 'draft'
        | 'review_pending'
        | 'recommended'
        | 'changes_requested'
        | 'interviewing'
        | 'approved_to_ship'
        | 'shipment_submitted'
        | 'shipped'
        | 'rejected';
      /** @description When the prize was sent. Null until then. */
      shipped_at: string | null;
      /** @description The name of the project. */
      name: string;
      /** @description The project in one sentence. */
      tagline: string;
      /** @description Its tags, in lower case. */
      tags: string[];
      /**
       * @description The color of its page.
       * @enum {string}
       */
      color:
        | 'red'
        | 'orange'
        | 'amber'
        | 'yellow'
        | 'lime'
        | 'green'
        | 'emerald'
        | 'teal'
        | 'cyan'
        | 'sky'
        | 'blue'
        | 'indigo'
        | 'violet'
        | 'purple'
        | 'fuchsia'
        | 'pink'
        | 'rose'
        | 'slate';
      /**
       * Format: uuid
       * @description The id of the project.
       */
      id: string;
      /** @description The name of the project in its URL. */
      slug: string;
      /** @description The URL of its page, relative to the service. */
      url: string;
      /** @description The absolute URL of its page. */
      page_url: string;
      /** @description `cloud://<project id>/<asset id>.<ext>`, or null. */
      header_image: string | null;
      /** @description The URL of that image, relative to the service. For a private project it is signed and expires. */
      header_image_url: string | null;
      /** @description Who made the project. */
      creator: components['schemas']['CreatorView'];
      /** @description The program that it joined. */
      program_id: string;
      /**
       * @description The status that the participant declares.
       * @enum {string}
       */
      project_status: 'in_progress' | 'completed';
      /** @description Whether the prize was sent. */
      shipped: boolean;
      /** @description The number of its logs. */
      log_count: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updated_at: string;
      /** @description Links to demonstrations. */
      demo_urls: string[];
    };
    ProjectViewReceipt: {
      /** @description When the README was last written; null without one. Send it as `base_updated_at`. Only for the owner and staff. */
      readme_updated_at?: string | null;
      /**
       * Format: date-time
       * @description When a property was last changed. Send it as `base_properties_updated_at`. Only for the owner and staff.
       */
      properties_updated_at?: string;
      /**
       * @description The state in the lifecycle.
       * @enum {string}
       */
      state:
        | 'draft'
        | 'review_pending'
        | 'recommended'
        | 'changes_requested'
        | 'interviewing'
        | 'approved_to_ship'
        | 'shipment_submitted'
        | 'shipped'
        | 'rejected';
      /** @description When the prize was sent. Null until then. */
      shipped_at: string | null;
      /**
       * Format: uuid
       * @description The id of the project.
       */
      id: string;
      /** @description The name of the project in its URL. */
      slug: string;
      /** @description The URL of its page, relative to the service. */
      url: string;
      /** @description The absolute URL of its page. */
      page_url: string;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updated_at: string;
    };
    PublicReviewView: {
      /** @description What the project is. */
      summary: string;
      /** @description What stands out. */
      highlights: string[];
      /** @description The review. */
      public_review: string;
      /**
       * Format: date-time
       * @description The time of the README and logs that were reviewed.
       */
      judged_at: string;
    };
    QuestionView: {
      /** @description Starts at 1. */
      index: number;
      /** @description The number of questions in the interview. */
      total: number;
      /** @description What is asked. */
      text: string;
    };
    ReadinessView: {
      /**
       * @description `degraded`: the service accepts requests, and jobs wait.
       * @enum {string}
       */
      status: 'ok' | 'degraded' | 'down';
      /** @description What each dependency answered. */
      checks: components['schemas']['ChecksView'];
      /** @description What the operator should check, one sentence each. Absent if there is nothing. */
      warnings?: string[];
    };
    ReadmeAnswer: {
      /** @description The project with the new README. */
      project: components['schemas']['ProjectView'];
      /** @description The images that were sent, with what became of them. */
      images: components['schemas']['ReadmeImageView'][];
      /** @description Parts that the README does not use. They are not stored. */
      unreferenced_parts: string[];
    };
    ReadmeAnswerReceipt: {
      /** @description The project with the new README. */
      project: components['schemas']['ProjectViewReceipt'];
      /** @description The images that were sent, with what became of them. */
      images: components['schemas']['ReadmeImageView'][];
      /** @description Parts that the README does not use. They are not stored. */
      unreferenced_parts: string[];
    };
    ReadmeImageView: {
      /** @description The path that the README uses. */
      path: string;
      /** @description `cloud://<project id>/<asset id>.<ext>`. */
      file_id: string;
      /** @description The URL of the image, relative to the service. */
      url: string;
    };
    ReadmePreviewView: {
      /** @description What the README would look like. Empty if it cannot be rendered. A missing image has the URL `/api/v1/assets/00000000-0000-0000-0000-<its place in missing, from 1, in 12 digits>.png`. */
      html: string;
      /** @description Relative images, as written: PUT needs a part for each. Those that came with the stored README under the same path are shown. */
      missing: string[];
      /** @description Why PUT would refuse the README, besides missing images. */
      problems: components['schemas']['ReadmeProblemView'][];
    };
    ReadmeProblemView: {
      /** @description The line in the README, from 1. Null if it is not known. */
      line: number | null;
      /** @description What is wrong there. */
      message: string;
    };
    ReadmeView: {
      /** @description The text that was sent, with line ends as LF and without a leading BOM. */
      markdown: string;
      /** @description Sanitized HTML, without the front matter. */
      html: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updated_at: string;
    };
    RedeemCredentialDto: {
      /** @description `ivc_…`, from the start of the interview. */
      credential: string;
    };
    RedeemedInterviewView: {
      /** @description The first question that has no answer. */
      question: components['schemas']['QuestionView'];
      /**
       * Format: uuid
       * @description The id of the interview.
       */
      id: string;
      /** @description The project that it is about. */
      project: components['schemas']['ProjectSummaryView'];
      /** @description Who made the project. */
      creator: components['schemas']['CreatorView'];
      /** @description `ivs_…`, the Bearer token of the interview. Keep it: only its holder can go on. */
      session_token: string;
      /**
       * Format: date-time
       * @description When the session expires.
       */
      expires_at: string;
    };
    RemarkPlaceView: {
      /** @description The id of the section in readme_html. Null for a log, for the beginning of the README, and if the README no longer has the section. */
      heading_id: string | null;
      /** @description The sequence of a log. */
      log: number | null;
    };
    RequestedReviewView: {
      /**
       * Format: uuid
       * @description The id of the review.
       */
      id: string;
      /**
       * @description How far the review is.
       * @enum {string}
       */
      status: 'queued' | 'running' | 'succeeded' | 'failed';
    };
    ReviewRequestView: {
      /** @description The new review. */
      review: components['schemas']['RequestedReviewView'];
      /**
       * @description The state of the project now.
       * @enum {string}
       */
      state:
        | 'draft'
        | 'review_pending'
        | 'recommended'
        | 'changes_requested'
        | 'interviewing'
        | 'approved_to_ship'
        | 'shipment_submitted'
        | 'shipped'
        | 'rejected';
    };
    ReviewView: {
      /**
       * Format: uuid
       * @description The id of the review.
       */
      id: string;
      /**
       * @description How far the review is.
       * @enum {string}
       */
      status: 'queued' | 'running' | 'succeeded' | 'failed';
      /**
       * @description What a running review does now.
       * @enum {string}
       */
      stage: 'collecting' | 'reading' | 'judging' | 'checking' | 'publishing';
      /** @description The progress, in percent. */
      progress: number;
      /**
       * Format: date-time
       * @description When it was asked for.
       */
      requested_at: string;
      /**
       * Format: date-time
       * @description The time of the README and logs that were reviewed.
       */
      judged_at: string;
      /** @description When it ended. Null until then. */
      finished_at: string | null;
      /** @description Whether it recommends the project. Null until it has succeeded. */
      recommended: boolean | null;
      /** @description What the project is. Null until it has succeeded. */
      summary: string | null;
      /** @description What stands out. */
      highlights: string[];
      /** @description What everyone can read. Null until it has succeeded. */
      public_review: string | null;
      /** @description Only the owner and staff see comments and suggestions. Each names its README section or its log. */
      comments: string[];
      /** @description Where each comment belongs, in the same order. */
      comment_places: components['schemas']['RemarkPlaceView'][];
      /** @description What to do next, for the owner and staff. */
      suggestions: string[];
      /** @description Where each suggestion belongs, in the same order. */
      suggestion_places: components['schemas']['RemarkPlaceView'][];
      /** @description What the review before noted, and whether this one found it met, for the owner and staff. */
      earlier_remarks: components['schemas']['EarlierRemarkView'][];
      /** @description Why the review failed, in words for the participant. */
      failure: string | null;
    };
    ShipmentStatusView: {
      /**
       * Format: date-time
       * @description When the recipient was submitted.
       */
      submitted_at: string;
      /** @description The carrier, once the parcel is sent. Only the owner sees it, for 90 days; null for staff. */
      carrier: string | null;
      /** @description The tracking number of the carrier. Only the owner sees it, for 90 days; null for staff. */
      tracking: string | null;
    };
    SlugView: {
      /** @description The slug that was asked about. */
      slug: string;
      /** @description Whether a project could be created with it now. Another request may take it first. */
      free: boolean;
      /** @description Why it is not free: a project has or had it, the service needs it, or it breaks the rule for slugs. */
      reason: ('taken' | 'reserved' | 'invalid') | null;
      /** @description Only if `suggest` was asked for: a free slug for what was sent, read as a name. Null if none was found. */
      suggestion?: string | null;
    };
    StartedInterviewView: {
      /**
       * Format: uuid
       * @description The id of the interview.
       */
      id: string;
      /** @description `ivc_…`. It can be redeemed once, by anyone who has it. It is shown only here. */
      credential: string;
      /**
       * Format: date-time
       * @description When the credential expires.
       */
      expires_at: string;
    };
    SubmitShipmentDto: {
      /** @description Real name, 1-100 characters. */
      recipient_name: string;
      /** @description 1-50 characters. */
      recipient_phone: string;
      /** @description 1-500 characters, on one or more lines. */
      recipient_address: string;
      /**
       * @description Two letters of ISO 3166-1, such as DE. Staff sort parcels by it. If absent: not known.
       * @enum {string}
       */
      recipient_country?:
        | 'AD'
        | 'AE'
        | 'AF'
        | 'AG'
        | 'AI'
        | 'AL'
        | 'AM'
        | 'AO'
        | 'AQ'
        | 'AR'
        | 'AS'
        | 'AT'
        | 'AU'
        | 'AW'
        | 'AX'
        | 'AZ'
        | 'BA'
        | 'BB'
        | 'BD'
        | 'BE'
        | 'BF'
        | 'BG'
        | 'BH'
        | 'BI'
        | 'BJ'
        | 'BL'
        | 'BM'
        | 'BN'
        | 'BO'
        | 'BQ'
        | 'BR'
        | 'BS'
        | 'BT'
        | 'BV'
        | 'BW'
        | 'BY'
        | 'BZ'
        | 'CA'
        | 'CC'
        | 'CD'
        | 'CF'
        | 'CG'
        | 'CH'
        | 'CI'
        | 'CK'
        | 'CL'
        | 'CM'
        | 'CN'
        | 'CO'
        | 'CR'
        | 'CU'
        | 'CV'
        | 'CW'
        | 'CX'
        | 'CY'
        | 'CZ'
        | 'DE'
        | 'DJ'
        | 'DK'
        | 'DM'
        | 'DO'
        | 'DZ'
        | 'EC'
        | 'EE'
        | 'EG'
        | 'EH'
        | 'ER'
        | 'ES'
        | 'ET'
        | 'FI'
        | 'FJ'
        | 'FK'
        | 'FM'
        | 'FO'
        | 'FR'
        | 'GA'
        | 'GB'
        | 'GD'
        | 'GE'
        | 'GF'
        | 'GG'
        | 'GH'
        | 'GI'
        | 'GL'
        | 'GM'
        | 'GN'
        | 'GP'
        | 'GQ'
        | 'GR'
        | 'GS'
        | 'GT'
        | 'GU'
        | 'GW'
        | 'GY'
        | 'HK'
        | 'HM'
        | 'HN'
        | 'HR'
        | 'HT'
        | 'HU'
        | 'ID'
        | 'IE'
        | 'IL'
        | 'IM'
        | 'IN'
        | 'IO'
        | 'IQ'
        | 'IR'
        | 'IS'
        | 'IT'
        | 'JE'
        | 'JM'
        | 'JO'
        | 'JP'
        | 'KE'
        | 'KG'
        | 'KH'
        | 'KI'
        | 'KM'
        | 'KN'
        | 'KP'
        | 'KR'
        | 'KW'
        | 'KY'
        | 'KZ'
        | 'LA'
        | 'LB'
        | 'LC'
        | 'LI'
        | 'LK'
        | 'LR'
        | 'LS'
        | 'LT'
        | 'LU'
        | 'LV'
        | 'LY'
        | 'MA'
        | 'MC'
        | 'MD'
        | 'ME'
        | 'MF'
        | 'MG'
        | 'MH'
        | 'MK'
        | 'ML'
        | 'MM'
        | 'MN'
        | 'MO'
        | 'MP'
        | 'MQ'
        | 'MR'
        | 'MS'
        | 'MT'
        | 'MU'
        | 'MV'
        | 'MW'
        | 'MX'
        | 'MY'
        | 'MZ'
        | 'NA'
        | 'NC'
        | 'NE'
        | 'NF'
        | 'NG'
        | 'NI'
        | 'NL'
        | 'NO'
        | 'NP'
        | 'NR'
        | 'NU'
        | 'NZ'
        | 'OM'
        | 'PA'
        | 'PE'
        | 'PF'
        | 'PG'
        | 'PH'
        | 'PK'
        | 'PL'
        | 'PM'
        | 'PN'
        | 'PR'
        | 'PS'
        | 'PT'
        | 'PW'
        | 'PY'
        | 'QA'
        | 'RE'
        | 'RO'
        | 'RS'
        | 'RU'
        | 'RW'
        | 'SA'
        | 'SB'
        | 'SC'
        | 'SD'
        | 'SE'
        | 'SG'
        | 'SH'
        | 'SI'
        | 'SJ'
        | 'SK'
        | 'SL'
        | 'SM'
        | 'SN'
        | 'SO'
        | 'SR'
        | 'SS'
        | 'ST'
        | 'SV'
        | 'SX'
        | 'SY'
        | 'SZ'
        | 'TC'
        | 'TD'
        | 'TF'
        | 'TG'
        | 'TH'
        | 'TJ'
        | 'TK'
        | 'TL'
        | 'TM'
        | 'TN'
        | 'TO'
        | 'TR'
        | 'TT'
        | 'TV'
        | 'TW'
        | 'TZ'
        | 'UA'
        | 'UG'
        | 'UM'
        | 'US'
        | 'UY'
        | 'UZ'
        | 'VA'
        | 'VC'
        | 'VE'
        | 'VG'
        | 'VI'
        | 'VN'
        | 'VU'
        | 'WF'
        | 'WS'
        | 'YE'
        | 'YT'
        | 'ZA'
        | 'ZM'
        | 'ZW';
      /**
       * @description Needed from participants under 18, or without a known date of birth. True says: “A parent or guardian of the participant knows of the project and of the prize, and agrees that the prize is sent to this address and that name, phone number and address are kept, encrypted, until it is sent.”
       * @default false
       */
      guardian_confirmed?: boolean;
    };
    SubmittedShipmentView: {
      /**
       * @description The state of the project now.
       * @enum {string}
       */
      state:
        | 'draft'
        | 'review_pending'
        | 'recommended'
        | 'changes_requested'
        | 'interviewing'
        | 'approved_to_ship'
        | 'shipment_submitted'
        | 'shipped'
        | 'rejected';
      /**
       * Format: date-time
       * @description When the address was sent.
       */
      submitted_at: string;
    };
    SyncAnswer: {
      /** @description The project after the sync. */
      project: components['schemas']['ProjectView'];
      /** @description Whether the request had a README. */
      readme_updated: boolean;
      /** @description The logs that were added. */
      logs_added: components['schemas']['AddedLogView'][];
      /** @description The logs of the project that new logs are equal to. Absent unless `skip_equal_logs` is true. */
      logs_present?: components['schemas']['AddedLogView'][];
      /** @description The sequence that the next log gets. */
      next_sequence: number;
    };
    SyncAnswerReceipt: {
      /** @description The project after the sync. */
      project: components['schemas']['ProjectViewReceipt'];
      /** @description Whether the request had a README. */
      readme_updated: boolean;
      /** @description The logs that were added. */
      logs_added: components['schemas']['AddedLogView'][];
      /** @description The logs of the project that new logs are equal to. Absent unless `skip_equal_logs` is true. */
      logs_present?: components['schemas']['AddedLogView'][];
      /** @description The sequence that the next log gets. */
      next_sequence: number;
    };
    SyncConfigDto: {
      /** @description The file id (`cloud://…`) of an image of this project. */
      header_image?: string;
      /**
       * @description Who may see the project. To let more people see it, a connected app needs the scope `projects:publish`.
       * @enum {string}
       */
      visibility?: 'public' | 'unlisted' | 'private';
      /**
       * @description `completed` needs a README and a log; those of the same request count.
       * @enum {string}
       */
      project_status?: 'in_progress' | 'completed';
      /** @description 1-80 characters. */
      name?: string;
      /** @description 0-200 characters. */
      tagline?: string;
      /** @description At most 10 tags of 1-32 characters. */
      tags?: string[];
      /** @description At most 10 http or https URLs of at most 2,000 characters. */
      demo_urls?: string[];
    };
    SyncDto: {
      /** @description The id of the project, not its slug. */
      project_id: string;
      /** @description The properties to change. */
      config?: components['schemas']['SyncConfigDto'];
      /** @description Replaces the README; at most 1 MiB. Its images have a file id or are on other hosts. */
      readme_markdown?: string;
      /** @description At most 200. */
      new_logs?: components['schemas']['NewLogDto'][];
      /**
       * Format: date-time
       * @description The `readme_updated_at` that you read. If the README is newer, the answer is README_CHANGED and nothing is written. If absent, a newer README is replaced too.
       */
      base_updated_at?: string;
      /**
       * Format: date-time
       * @description The `properties_updated_at` that you read. If the properties are newer, the answer is PROPERTIES_CHANGED and nothing is written. If absent, newer properties are replaced too.
       */
      base_properties_updated_at?: string;
      /** @description Skips a new log if a log of the project has its title and text, whatever its sequence, and lists that log in `logs_present`. For a client that sends a log again because it got no answer. */
      skip_equal_logs?: boolean;
    };
    UpdateProjectDto: {
      /**
       * @description Who may see it. To let more people see it, a connected app needs the scope `projects:publish`.
       * @enum {unknown}
       */
      visibility?: 'public' | 'unlisted' | 'private';
      /** @description The file id of an image of this project; null: no header image. */
      header_image?: string | null;
      /** @description 1-80 characters. */
      name?: string;
      /** @description 0-200 characters. */
      tagline?: string;
      /** @description At most 10 tags of 1-32 characters. */
      tags?: string[];
      /**
       * @description The color of its page.
       * @enum {unknown}
       */
      color?:
        | 'red'
        | 'orange'
        | 'amber'
        | 'yellow'
        | 'lime'
        | 'green'
        | 'emerald'
        | 'teal'
        | 'cyan'
        | 'sky'
        | 'blue'
        | 'indigo'
        | 'violet'
        | 'purple'
        | 'fuchsia'
        | 'pink'
        | 'rose'
        | 'slate';
      /** @description At most 10 http or https URLs of at most 2,000 characters. */
      demo_urls?: string[];
    };
    UsualSecondsView: {
      /** @description The shortest time that is usual, in seconds. */
      from: number;
      /** @description The longest time that is usual, in seconds. */
      to: number;
      /** @description The number of finished reviews behind this estimate. */
      reviews: number;
    };
    WithdrawalDto: {
      /** @description 1-2,000 characters, on one or more lines. It stays with the record, and staff read it. */
      reason?: string | null;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  'sessions.logIn': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['LogInDto'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['LogInView'];
          };
        };
      };
    };
  };
  'accounts.me': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: {
              account: components['schemas']['AccountView'];
            };
          };
        };
      };
    };
  };
  'ownProjects.list': {
    parameters: {
      query?: {
        /** @description The most records on a page. */
        limit?: number;
        /** @description The number of records before the page. */
        offset?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['OwnProjectListView'];
          };
        };
      };
    };
  };
  'ownProjects.titles': {
    parameters: {
      query?: {
        /** @description The most records on a page. */
        limit?: number;
        /** @description The number of records before the page. */
        offset?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['ProjectTitlesListView'];
          };
        };
      };
    };
  };
  'assets.upload': {
    parameters: {
      query?: never;
      header?: {
        /** @description Within 24 hours, requests with the same key and the same content are executed once and get the same answer. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'multipart/form-data': {
          /** @description At most 1024 bytes. */
          project_id: string;
          /** @description The path of the file in the project's folder, for the list of images. At most 1024 bytes. */
          path?: string;
          /**
           * Format: binary
           * @description A PNG, JPEG, WebP or GIF of at most 5242880 bytes, with a filename.
           */
          file: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['AssetView'];
          };
        };
      };
    };
  };
  'docs.list': {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of an earlier answer. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of a program. */
        programId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: {
              docs: components['schemas']['DocView'][];
            };
          };
        };
      };
    };
  };
  'docs.get': {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of an earlier answer. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of a program. */
        programId: string;
        /** @description The id of a document of the program. */
        docId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: {
              docs: components['schemas']['DocView'][];
            };
          };
        };
      };
    };
  };
  'interviews.redeem': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RedeemCredentialDto'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: {
              interview: components['schemas']['RedeemedInterviewView'];
            };
          };
        };
      };
    };
  };
  'interviews.get': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of an interview. */
        interviewId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: {
              interview: components['schemas']['OpenInterviewView'];
            };
          };
        };
      };
    };
  };
  'interviews.answer': {
    parameters: {
      query?: never;
      header?: {
        /** @description Within 24 hours, requests with the same key and the same content are executed once and get the same answer. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of an interview. */
        interviewId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AnswerDto'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['AnsweredView'];
          };
        };
      };
    };
  };
  'programs.list': {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of an earlier answer. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: {
              programs: components['schemas']['ProgramView'][];
            };
          };
        };
      };
    };
  };
  'programs.get': {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of an earlier answer. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of a program. */
        programId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: {
              program: components['schemas']['ProgramView'];
            };
          };
        };
      };
    };
  };
  'projects.wall': {
    parameters: {
      query?: {
        /** @description The id of a program. If absent: projects of all programs. */
        program?: string;
        /** @description The same as `program`. If both are sent, they must be equal. */
        program_id?: string;
        /** @description The most records on a page. */
        limit?: number;
        /** @description The number of records before the page. */
        offset?: number;
        /** @description Text to find in name, tagline or a tag, ignoring case; at most 200 characters. If empty or absent: all projects. */
        q?: string;
        /** @description A tag of the project, 1-32 characters. */
        tag?: string;
        /** @description What participants declare. If absent: projects of any status. */
        project_status?: 'in_progress' | 'completed';
        /** @description The order: by creation or by the last change, newest first. */
        sort?: 'newest' | 'updated';
      };
      header?: {
        /** @description The ETag of an earlier answer. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['ProjectListView'];
          };
        };
      };
    };
  };
  'projects.create': {
    parameters: {
      query?: never;
      header?: {
        /** @description Within 24 hours, requests with the same key and the same content are executed once and get the same answer. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateProjectDto'];
      };
    };
    responses: {
      /** @description Done. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data:
              | {
                  project: components['schemas']['ProjectView'];
                }
              | {
                  project: components['schemas']['ProjectViewReceipt'];
                };
          };
        };
      };
    };
  };
  'sync.sync': {
    parameters: {
      query?: never;
      header?: {
        /** @description Within 24 hours, requests with the same key and the same content are executed once and get the same answer. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SyncDto'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['SyncAnswer'] | components['schemas']['SyncAnswerReceipt'];
          };
        };
      };
    };
  };
  'projects.detail': {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of an earlier answer. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The slug of a project: 3-32 of `[a-z0-9-]`. */
        slug: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['ProjectView'];
          };
        };
      };
    };
  };
  'projects.update': {
    parameters: {
      query?: never;
      header?: {
        /** @description Within 24 hours, requests with the same key and the same content are executed once and get the same answer. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The slug of a project: 3-32 of `[a-z0-9-]`. */
        slug: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateProjectDto'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data:
              | {
                  project: components['schemas']['ProjectView'];
                }
              | {
                  project: components['schemas']['ProjectViewReceipt'];
                };
          };
        };
      };
    };
  };
  'projectAssets.list': {
    parameters: {
      query?: {
        /** @description The most records on a page. */
        limit?: number;
        /** @description `next_cursor` of the previous page. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description The slug of a project: 3-32 of `[a-z0-9-]`. */
        slug: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['ProjectAssetPageView'];
          };
        };
      };
    };
  };
  'interviews.start': {
    parameters: {
      query?: never;
      header?: {
        /** @description Within 24 hours, requests with the same key and the same content are executed once and get the same answer. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The slug of a project: 3-32 of `[a-z0-9-]`. */
        slug: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: {
              interview: components['schemas']['StartedInterviewView'];
            };
          };
        };
      };
    };
  };
  'projects.logs': {
    parameters: {
      query?: {
        /** @description The most records on a page. */
        limit?: number;
        /** @description `next_cursor` of the previous page. */
        cursor?: string;
        /** @description Only the log with this sequence. The page is empty if there is none. */
        sequence?: number;
      };
      header?: {
        /** @description The ETag of an earlier answer. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The slug of a project: 3-32 of `[a-z0-9-]`. */
        slug: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['LogPageView'];
          };
        };
      };
    };
  };
  'withdrawals.withdrawLog': {
    parameters: {
      query?: never;
      header?: {
        /** @description Within 24 hours, requests with the same key and the same content are executed once and get the same answer. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The slug of a project: 3-32 of `[a-z0-9-]`. */
        slug: string;
        /** @description The sequence of a log. */
        sequence: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['WithdrawalDto'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: {
              project: components['schemas']['ProjectView'];
            };
          };
        };
      };
    };
  };
  'readme.get': {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of an earlier answer. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The slug of a project: 3-32 of `[a-z0-9-]`. */
        slug: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['ReadmeView'];
          };
        };
      };
    };
  };
  'readme.put': {
    parameters: {
      query?: never;
      header?: {
        /** @description Within 24 hours, requests with the same key and the same content are executed once and get the same answer. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The slug of a project: 3-32 of `[a-z0-9-]`. */
        slug: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'multipart/form-data': {
          /** @description At most 1048576 bytes. */
          readme: string;
          /**
           * Format: date-time
           * @description The `updated_at` of the README that was edited. If absent, a newer README is replaced too.
           */
          base_updated_at?: string;
          /**
           * @description Whether images of the README that is replaced stay, where the new one names them and no part replaces them.
           * @enum {string}
           */
          keep_images?: 'true' | 'false';
        } & {
          [key: string]: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['ReadmeAnswer'] | components['schemas']['ReadmeAnswerReceipt'];
          };
        };
      };
    };
  };
  'readme.preview': {
    parameters: {
      query?: {
        /** @description The language of the problems. */
        locale?: 'en' | 'zh-CN';
      };
      header?: {
        /** @description Within 24 hours, requests with the same key and the same content are executed once and get the same answer. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The slug of a project: 3-32 of `[a-z0-9-]`. */
        slug: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PreviewReadmeDto'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['ReadmePreviewView'];
          };
        };
      };
    };
  };
  'reviews.request': {
    parameters: {
      query?: never;
      header?: {
        /** @description Within 24 hours, requests with the same key and the same content are executed once and get the same answer. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The slug of a project: 3-32 of `[a-z0-9-]`. */
        slug: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['ReviewRequestView'];
          };
        };
      };
    };
  };
  'shipments.submit': {
    parameters: {
      query?: never;
      header?: {
        /** @description Within 24 hours, requests with the same key and the same content are executed once and get the same answer. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The slug of a project: 3-32 of `[a-z0-9-]`. */
        slug: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SubmitShipmentDto'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['SubmittedShipmentView'];
          };
        };
      };
    };
  };
  'reviews.status': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The slug of a project: 3-32 of `[a-z0-9-]`. */
        slug: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['ProjectStatusView'];
          };
        };
      };
    };
  };
  'statusEvents.watch': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The slug of a project: 3-32 of `[a-z0-9-]`. */
        slug: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The stream. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/event-stream': unknown;
        };
      };
    };
  };
  'imageUploads.create': {
    parameters: {
      query?: never;
      header?: {
        /** @description Within 24 hours, requests with the same key and the same content are executed once and get the same answer. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The slug of a project: 3-32 of `[a-z0-9-]`. */
        slug: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: {
              upload: components['schemas']['NewImageUploadView'];
            };
          };
        };
      };
    };
  };
  'imageUploads.find': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The slug of a project: 3-32 of `[a-z0-9-]`. */
        slug: string;
        /** @description The id of an upload. */
        uploadId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: {
              upload: components['schemas']['ImageUploadView'];
            };
          };
        };
      };
    };
  };
  'slugs.check': {
    parameters: {
      query?: {
        /** @description Whether to suggest a slug for a name. If absent: no. */
        suggest?: 'yes' | 'no';
      };
      header?: {
        /** @description The ETag of an earlier answer. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The slug of a project: 3-32 of `[a-z0-9-]`. */
        slug: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['SlugView'];
          };
        };
      };
    };
  };
  'probes.ready': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The service can work, perhaps without Redis. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReadinessView'];
        };
      };
    };
  };
}
