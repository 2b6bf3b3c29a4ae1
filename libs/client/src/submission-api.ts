// Generated from the OpenAPI document of the submission service. Do not edit: run `npx nx run client:generate`.

export interface paths {
  '/api/v1/accounts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create an account and its first token
     * @description If registration is closed, the answer is FORBIDDEN: ask the operator.
     */
    post: operations['accounts.register'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/accounts/confirm': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Confirm an email with the token of its link
     * @description A link is mailed after registration and is valid for 7 days. A second call with the same token changes nothing. Without a confirmed email, only mail about signing in is sent; everything else works.
     */
    post: operations['emailConfirmation.confirm'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
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
  '/api/v1/accounts/logout': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** End the session */
    post: operations['sessions.logOut'];
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
    /**
     * Delete your own account
     * @description Needs your password, unless the session signed in within 15 minutes. Your personal data is gone at once, with all tokens, sessions, interviews and addresses. The email is free again, and the handle is never given again. With `projects: "anonymise"`, public and unlisted projects stay under the name Anonymous: their READMEs, logs, images and reviews are not changed, so take your name out of them first. Private projects are erased. With `projects: "delete"`, all projects are erased. A repeated call gets AUTH_TOKEN_INVALID. The last admin gets STATE_CONFLICT.
     */
    delete: operations['accountDeletion.delete'];
    options?: never;
    head?: never;
    /**
     * Change your own account
     * @description A new password needs the current one. It ends all sessions. It also revokes the tokens of the command line and of connected apps, all tokens, or none: see `revoke_tokens`. You can set the date of birth once: if there is one, the answer is FORBIDDEN.
     */
    patch: operations['accounts.change'];
    trace?: never;
  };
  '/api/v1/accounts/me/confirm-request': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ask for another link that confirms your email
     * @description At most 5 times an hour. One address gets at most 5 mails about signing in an hour and 10 a day. Beyond that, the answer is the same and no mail is sent.
     */
    post: operations['emailConfirmation.request'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/accounts/me/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export your own data
     * @description Everything that the service has of you, as one JSON document: account, tokens without secrets, sessions, audit entries, and each project with README, logs, images, reviews, interviews and shipments. Five exports an hour, one at a time, and two at a time to an IP address. The answer begins when the export is made. The connection ends after an hour, or if you read less than 2 MiB in a minute. If it ends early, the export is incomplete: ask again.
     */
    get: operations['exports.exportJson'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/accounts/me/export.zip': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export your own data as a ZIP
     * @description The same data as folders: `account.json`, for each project README, logs as Markdown, images, reviews and interviews, and last `manifest.json` with the size and SHA-256 of each file. A ZIP without a manifest is incomplete: ask again. Counts with the JSON export.
     */
    get: operations['exports.exportZip'];
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
  '/api/v1/accounts/reset': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Set a new password with the token of a reset link
     * @description A token works once, even if several clients try at the same time. It ends all sessions. The second factor stays. A link from a mail to an email that was not confirmed confirms it: then all tokens are revoked and the second factor of a participant is removed, because anybody may have registered the email before. The answer is the same for every wrong token.
     */
    post: operations['passwordResets.reset'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/accounts/reset-request': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ask for a mail with a link that sets a new password
     * @description The answer is the same for known and unknown emails. The mail goes to the email of the account, confirmed or not. Its link works once, for 30 minutes. Another request within that time sends the same link again, for 30 minutes more. While a link of an admin is valid, no mail is sent. One address gets at most 5 mails about signing in an hour and 10 a day; beyond that, a confirmed one gets a mail only when no link is valid.
     */
    post: operations['passwordResets.request'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/accounts/second-factor': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Confirm the second factor again in this session
     * @description For 15 minutes, calls that need a recent second factor accept this session.
     */
    post: operations['secondFactor.show'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/accounts/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List your sessions */
    get: operations['sessions.list'];
    put?: never;
    post?: never;
    /**
     * End all other sessions
     * @description The session of this call continues. A call with a token ends all sessions.
     */
    delete: operations['sessions.endOthers'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/accounts/sessions/{id}': {
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
     * End a session
     * @description The session ends within a second.
     */
    delete: operations['sessions.end'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/accounts/tokens': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List your tokens
     * @description Valid tokens come first, then those that were revoked or expired in the last 30 days.
     */
    get: operations['accounts.listTokens'];
    put?: never;
    /**
     * Create a token
     * @description Only this answer shows its secret. A token that is created with another token expires and is revoked with it at the latest. A session that signed in more than 15 minutes ago needs `current_password`: without it, FORBIDDEN.
     */
    post: operations['accounts.createToken'];
    /**
     * Revoke all your tokens
     * @description Includes the token of this call. Sessions continue. The tokens stop working within a second.
     */
    delete: operations['accounts.revokeAllTokens'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/accounts/tokens/{id}': {
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
     * Revoke a token
     * @description The token stops working within a second, and so do all tokens that were created with it.
     */
    delete: operations['accounts.revokeToken'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/accounts/totp': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Ask whether your account has a second factor */
    get: operations['secondFactor.get'];
    put?: never;
    /**
     * Start to set up a second factor
     * @description Creates a secret for an authenticator app (TOTP: SHA-1, 6 digits, 30 s). It takes effect when `POST /accounts/totp/confirm` gets its first code.
     */
    post: operations['secondFactor.begin'];
    /**
     * Turn the second factor off
     * @description Needs the password, and a code or a recovery code. The recovery codes become invalid.
     */
    delete: operations['secondFactor.turnOff'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/accounts/totp/confirm': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Turn the second factor on
     * @description From now on each sign-in needs a code. All other sessions end. Store the recovery codes apart from the app: they are shown only here.
     */
    post: operations['secondFactor.confirm'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/admin/accounts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Find accounts
     * @description The audit trail records each call. For admins. Where second factors are required, or the account has one, it needs a session that has shown it within 15 minutes (POST /accounts/second-factor), or a code as X-Second-Factor. Otherwise the answer is FORBIDDEN with details.second_factor.
     */
    get: operations['staffAccounts.search'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/admin/accounts/{accountId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Give roles, suspend, correct a date of birth, or set quotas
     * @description The change takes effect at once. All admins get a mail when a role of staff is granted. Where second factors are required, a new fulfilment or admin role opens addresses and reset links after 24 hours, or once it is confirmed. The last admin must stay an admin: otherwise FORBIDDEN. For admins. Where second factors are required, or the account has one, it needs a session that has shown it within 15 minutes (POST /accounts/second-factor), or a code as X-Second-Factor. Otherwise the answer is FORBIDDEN with details.second_factor.
     */
    patch: operations['staffAccounts.change'];
    trace?: never;
  };
  '/api/v1/admin/accounts/{accountId}/confirm-role': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Confirm a new role of staff
     * @description It opens addresses and reset links at once. Needs an admin who neither granted the role nor has it, and whose own role does not wait: otherwise FORBIDDEN. If no such role waits: NOT_FOUND. For admins. Where second factors are required, or the account has one, it needs a session that has shown it within 15 minutes (POST /accounts/second-factor), or a code as X-Second-Factor. Otherwise the answer is FORBIDDEN with details.second_factor.
     */
    post: operations['staffAccounts.confirmRole'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/admin/accounts/{accountId}/reset-link': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a link that sets a new password
     * @description For somebody who cannot read their mail. Make sure who asks. The link works once, for 30 minutes, and voids earlier ones. The audit trail records each call. A suspended account: FORBIDDEN. For admins. Where second factors are required, or the account has one, it needs a session that has shown it within 15 minutes (POST /accounts/second-factor), or a code as X-Second-Factor. Otherwise the answer is FORBIDDEN with details.second_factor.
     */
    post: operations['staffResetLinks.issue'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/admin/assets/{assetId}': {
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
     * Remove an image
     * @description README and logs are shown without it. It is the header image no more. The same bytes uploaded again are a new asset. For reviewers and admins.
     */
    delete: operations['takedowns.removeImage'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/admin/programs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List all programs with what only staff see
     * @description For admins.
     */
    get: operations['staffPrograms.list'];
    put?: never;
    /**
     * Create a program
     * @description For admins.
     */
    post: operations['staffPrograms.create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/admin/programs/{programId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change a program
     * @description An absent field keeps its value. For admins.
     */
    patch: operations['staffPrograms.update'];
    trace?: never;
  };
  '/api/v1/admin/programs/{programId}/docs/{docId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Write a document of a program
     * @description Replaces the document with that id, if there is one. For admins.
     */
    put: operations['staffPrograms.putDoc'];
    post?: never;
    /**
     * Remove a document of a program
     * @description Returns the deleted document. For admins.
     */
    delete: operations['staffPrograms.removeDoc'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/admin/projects/{slug}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a project with its review and its history
     * @description For staff.
     */
    get: operations['staffProjects.get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/admin/projects/{slug}/approve': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Approve a project, so that its owner can submit a delivery address
     * @description Allowed in `recommended`, `interviewing`; leads to `approved_to_ship`. For reviewers.
     */
    post: operations['staffProjects.approve'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/admin/projects/{slug}/claim': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Claim a project, or renew the claim
     * @description For 10 minutes, decisions of other reviewers fail with STATE_CONFLICT. The owner can still move the project. You cannot claim or decide on your own project: FORBIDDEN. For reviewers.
     */
    post: operations['staffProjects.claim'];
    /**
     * End your claim on a project
     * @description An admin can end any claim. For reviewers and admins.
     */
    delete: operations['staffProjects.free'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/admin/projects/{slug}/hide': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Hide a project
     * @description At once it exists only for its owner and staff, and its images open only with their token or session. Its state stays. Your own project is FORBIDDEN, here and in every takedown. For reviewers and admins.
     */
    post: operations['takedowns.hide'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/admin/projects/{slug}/interview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the interview about a project
     * @description The last one that has ended, or else the one that goes on. Answers that tried to steer the model are among the flags of the project. For reviewers.
     */
    get: operations['staffInterviews.get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/admin/projects/{slug}/logs/{sequence}': {
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
     * Remove a log with its images
     * @description It keeps its sequence and reads "removed". Its images are gone wherever the project shows them. NOT_FOUND if there is no such log, or it is removed already. For reviewers and admins.
     */
    delete: operations['takedowns.removeLog'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/admin/projects/{slug}/reject': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Reject a project for good
     * @description Allowed in `recommended`, `interviewing`, `changes_requested`, `approved_to_ship`, `shipment_submitted`; leads to `rejected`: with a reason; recipient data is deleted. For reviewers.
     */
    post: operations['staffProjects.reject'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/admin/projects/{slug}/request-changes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ask the owner for changes
     * @description Allowed in `recommended`, `interviewing`, `changes_requested`; leads to `changes_requested`: with a reason. For reviewers.
     */
    post: operations['staffProjects.requestChanges'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/admin/projects/{slug}/reship': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Record that the parcel came back
     * @description Allowed in `shipped`; leads to `approved_to_ship`: with a reason: a parcel came back, and the owner sends the address again. For fulfilment.
     */
    post: operations['staffProjects.reship'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/admin/projects/{slug}/review/rerun': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Request another review of a project
     * @description Allowed in `recommended`, `changes_requested`; leads to `review_pending`: like request_review, but unchanged content is allowed. For reviewers.
     */
    post: operations['staffProjects.rerun'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/admin/projects/{slug}/ship': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Mark the prize as shipped
     * @description Allowed in `shipment_submitted`; leads to `shipped`: recipient data is deleted. The owner sees carrier and tracking for 90 days. For fulfilment.
     */
    post: operations['staffProjects.ship'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/admin/projects/{slug}/shipment': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the delivery address of a prize
     * @description The audit trail of the project records each read. For fulfilment and admins. Where second factors are required, or the account has one, it needs a session that has shown it within 15 minutes (POST /accounts/second-factor), or a code as X-Second-Factor. Otherwise the answer is FORBIDDEN with details.second_factor.
     */
    get: operations['staffShipments.read'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/admin/projects/{slug}/unhide': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Show a hidden project again
     * @description It has the visibility that its owner chose. For reviewers and admins.
     */
    post: operations['takedowns.unhide'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/admin/reports': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List reported projects
     * @description Those with the most reports first, then the newest. For reviewers and admins.
     */
    get: operations['reports.list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/admin/reports/{reportId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the reasons of a report
     * @description All that visitors wrote since the reports before were closed. A closed report can be read too. For reviewers and admins.
     */
    get: operations['reports.read'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/admin/reports/{reportId}/close': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Close the reports of a project
     * @description Answers what is still open. A report that comes later opens a new row. Those of your own project are FORBIDDEN. For reviewers and admins.
     */
    post: operations['reports.close'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/admin/reviews': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the projects that wait for reviewers
     * @description Recommended projects come first. Within each group, the oldest request comes first. For reviewers.
     */
    get: operations['staffProjects.list'];
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
  '/api/v1/assets/{fileName}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read an image
     * @description An image of a private project can be read by its owner, by staff, or with a signed URL from the project. `<asset id>-<width>.avif` and `.webp` are smaller copies of header images and images of logs, and a still of an animation. Until they are made, the image itself is answered. A token with scopes needs `projects:read` to read what is private.
     */
    get: operations['assets.serve'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/creators/{handle}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read the page of a creator */
    get: operations['creators.get'];
    put?: never;
    post?: never;
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
  '/api/v1/foreign-images/{imageId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the copy of an image of another host
     * @description READMEs and logs show these copies instead of images on other hosts. If only a private project shows a copy, only its owner and staff can read it. A token with scopes needs `projects:read` to read what is private.
     */
    get: operations['foreignImages.serve'];
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
  '/api/v1/openapi.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read this description as OpenAPI 3.1 */
    get: operations['reference.document'];
    put?: never;
    post?: never;
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
  '/api/v1/programs/{programId}/projects': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the public projects of a program */
    get: operations['programProjects.list'];
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
     * @description A token with scopes needs `projects:write`. Without `projects:read` the answer holds ids, the state and times alone.
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
     * @description Each part is optional. Either all of it is applied or nothing. A conflict in one log refuses the whole request. A token with scopes needs `projects:write`. Without `projects:read` the answer holds ids, the state and times alone.
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
    /**
     * Delete a project
     * @description The owner can delete a project in draft, changes_requested or rejected. Project, logs and images are deleted; the slug stays taken.
     */
    delete: operations['erasure.erase'];
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
    /**
     * Append a log
     * @description The log gets the next free sequence. Image parts can have any name. They are shown in the order in which they are sent. A token with scopes needs `projects:write`. Without `projects:read` the answer holds ids, the state and times alone.
     */
    post: operations['logs.append'];
    delete?: never;
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
  '/api/v1/projects/{slug}/report': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Report a project to the staff
     * @description Anyone may, 10 times an hour from an address. Nothing is stored of who sent it.
     */
    post: operations['reports.report'];
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
     * @description Allowed in approved_to_ship, and again in shipment_submitted, where the new data replaces the old. The data is encrypted, never shown again, and deleted when the prize is sent.
     */
    post: operations['shipments.submit'];
    /**
     * Withdraw the delivery address of the prize
     * @description Allowed in `shipment_submitted`; leads to `approved_to_ship`: recipient data is deleted.
     */
    delete: operations['shipments.withdraw'];
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
  '/api/v1/reference': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read this description as an HTML page */
    get: operations['reference.page'];
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
     * @description A hint while a person types. A slug that a project ever had counts as taken.
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
  '/health': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Whether the process lives */
    get: operations['probes.health'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/llms-full.txt': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read the whole documentation as one text */
    get: operations['reference.llmsFull'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/llms.txt': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read the index for AI assistants */
    get: operations['reference.llms'];
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
    AuditEntryView: {
      /**
       * Format: date-time
       * @description When it was done.
       */
      at: string;
      /** @description The handle of the person, or `worker` or `system` for the service itself. */
      actor: string;
      /** @description What was done. */
      action: string;
      /** @description Null for the creation. */
      from: string | null;
      /** @description The state after it. */
      to: string;
      /** @description What the staff member wrote. Null if nothing. */
      reason: string | null;
      /** @description What a takedown removed: `log N` or `image <asset id>`; else null. */
      subject: string | null;
    };
    BeginTotpDto: {
      /** @description The password of the account. */
      password: string;
    };
    BegunTotpView: {
      /** @description The secret in base32, for an authenticator app. It is shown only here. */
      secret: string;
      /** @description `otpauth://totp/…`: the same for a QR code. */
      otpauth_url: string;
    };
    ChangeAccountDto: {
      /** @description 1-80 characters. */
      display_name?: string;
      /** @description At most 500 characters, on one or more lines. */
      bio?: string;
      /**
       * @description The language of pages and mails.
       * @enum {string}
       */
      locale?: 'en' | 'zh-CN';
      /** @description True: no mails but those about the safety of the account. */
      mail_opt_out?: boolean;
      /**
       * Format: date
       * @description Allowed only if the account has none yet.
       */
      birth_date?: string;
      /** @description 10-200 characters, and not one of the 10,000 most common passwords. Needs `current_password`. */
      password?: string;
      /** @description Required with `password`. */
      current_password?: string;
      /** @description With a new password: true revokes all tokens, false none. If absent: those of the command line and of connected apps are revoked. */
      revoke_tokens?: boolean;
    };
    ChangeQuotasDto: {
      /** @description The number of valid tokens. */
      tokens?: number | null;
      /** @description The most projects that the account may have. */
      projects?: number | null;
      /** @description The bytes of the images of all its projects. */
      image_bytes?: number | null;
      /** @description Review requests in 24 hours. */
      reviews_a_day?: number | null;
    };
    ChangeStandingDto: {
      /** @description All roles of the account from now on. They always include participant. */
      roles?: ('participant' | 'reviewer' | 'fulfilment' | 'admin')[];
      /** @description Whether the account is suspended. A suspended account can do nothing, and its sessions end. */
      suspended?: boolean;
      /** @description `YYYY-MM-DD`; null: unknown. */
      birth_date?: string | null;
      /** @description Limits of this account that replace the defaults. */
      quotas?: components['schemas']['ChangeQuotasDto'];
    };
    ChangedAccountView: {
      /** @description `YYYY-MM-DD` or null. Only in the answer to a call that set it. */
      birth_date?: string | null;
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
      /** @description Since when the account has each role of staff, oldest first. */
      staff_roles: components['schemas']['StaffRoleView'][];
      /** @description Whether the holder is under 18 today, in UTC; null if the date of birth is unknown. */
      minor: boolean | null;
      /** @description The limits that staff have set, or else the defaults. */
      quotas: components['schemas']['QuotaLimitsView'];
      /** @description Whether the account is suspended and can do nothing. */
      suspended: boolean;
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
    ClaimView: {
      /** @description The handle of a reviewer. */
      by: string;
      /**
       * Format: date-time
       * @description When the claim ends unless it is renewed.
       */
      expires_at: string;
    };
    CloseReportDto: {
      /** @description 1-2,000 characters, on one or more lines. It goes to the audit trail, so do not name a person. */
      reason: string;
    };
    ClosedReportView: {
      /**
       * Format: uuid
       * @description The id of the report.
       */
      id: string;
      /** @description How many reports it counted. */
      count: number;
      /** @description In the words of a visitor: untrusted text. */
      newest_reason: string;
      /**
       * Format: date-time
       * @description When it was last reported.
       */
      newest_at: string;
      /**
       * Format: date-time
       * @description When staff closed it. The reason for that is in the audit trail of the project.
       */
      closed_at: string;
    };
    ConfirmEmailDto: {
      /** @description From the link. */
      confirm_token: string;
    };
    ConfirmRoleDto: {
      /**
       * @description The role to confirm. If absent: all roles of the account that wait.
       * @enum {string}
       */
      role?: 'reviewer' | 'fulfilment' | 'admin';
    };
    ConfirmTotpDto: {
      /** @description The six digits that the app shows for the new secret. */
      code: string;
    };
    ConfirmedEmailView: {
      /**
       * @description Always true: a link that does not work is refused.
       * @enum {boolean}
       */
      confirmed: true;
    };
    CreateAccountDto: {
      /** @description 3-32 of `[a-z0-9-]`. It stays taken even after a deletion. */
      handle: string;
      /** @description 1-80 characters. */
      display_name: string;
      /**
       * Format: email
       * @description Where mails go. One account for each email.
       */
      email: string;
      /** @description 10-200 characters, and not one of the 10,000 most common passwords. */
      password: string;
      /** @description `YYYY-MM-DD`. */
      birth_date?: string | null;
    };
    CreateProgramDto: {
      /** @description 1-64 of `[a-z0-9-]`, unique. */
      id: string;
      /** @description 1-80 characters. */
      name: string;
      /** @description 0-200 characters. */
      tagline?: string;
      /** @description Markdown, at most 64 KiB. */
      description_md?: string;
      /** @description ISO 8601 with an offset; null: the program has already begun. */
      starts_at?: string | null;
      /** @description ISO 8601 with an offset, later than starts_at; null: the program has no end. */
      ends_at?: string | null;
      /** @description Whether the program accepts no new projects, regardless of its dates. */
      closed?: boolean;
      /** @description How many logs a project needs before a review. */
      logs_required?: number;
      /** @description The number of questions in an interview; 0: the program has no interviews. */
      interview_questions?: number;
      /** @description The items that a review scores; at most 20. */
      rubric?: components['schemas']['RubricItemDto'][];
      /** @description Null: none. */
      prize?: components['schemas']['PrizeDto'] | null;
    };
    CreateProjectDto: {
      /** @description The program to join. It must be open. */
      program_id: string;
      /** @description 3-32 of `[a-z0-9-]`. It stays taken even after a deletion. */
      slug: string;
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
       * @description At most 10 http or https URLs of at most 2,000 characters.
       * @default []
       */
      demo_urls?: string[];
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
    };
    CreateTokenDto: {
      /** @description 1-80 characters: what the token is for. */
      name: string;
      /** @description ISO 8601 with an offset, in the future. If absent: it does not expire. A token that is created with another token never outlives it. */
      expires_at?: string | null;
      /** @description What the token may do, without repeats. If absent or null: everything that its holder may. */
      scopes?: ('projects:read' | 'projects:write' | 'projects:publish' | 'reviews:request')[] | null;
      /** @description Required if the session signed in more than 15 minutes ago. */
      current_password?: string;
    };
    CreatorPageView: {
      /** @description The name that others see. */
      display_name: string;
      /** @description The name of the creator in URLs. */
      handle: string;
      /** @description What the creator says about themself. */
      bio: string;
      /**
       * Format: date-time
       * @description When the account was created.
       */
      joined_at: string;
      /** @description The newest public projects, at most 100. */
      projects: components['schemas']['ProjectSummaryView'][];
      /** @description The number of all public projects. */
      project_count: number;
    };
    CreatorView: {
      /** @description `Anonymous` if the account was deleted. */
      display_name: string;
      /** @description Empty if the account was deleted: there is no page of the creator. */
      handle: string;
    };
    DeleteAccountDto: {
      /**
       * @description `delete` erases all projects. `anonymise` keeps public and unlisted ones without a name, with README and logs as they are, and erases private ones.
       * @enum {string}
       */
      projects: 'anonymise' | 'delete';
      /** @description Required with a token, and if the session signed in more than 15 minutes ago. */
      current_password?: string;
    };
    DeletedAccountView: {
      /** @description The number of projects that nobody can see any more. The worker erases them and their images. */
      projects_erased: number;
      /** @description The number of projects that stay without a name. */
      projects_kept: number;
    };
    DocView: {
      /** @description The id of the document. */
      id: string;
      /** @description The title of the document. */
      title: string;
      /** @description Where the document is. */
      url: string;
    };
    ExceededQuota: {
      /**
       * @description Which quota is used up.
       * @enum {string}
       */
      quota: 'tokens' | 'projects' | 'image_bytes' | 'reviews_a_day';
      /** @description The limit of the account. */
      limit: number;
    };
    ExportView: {
      /**
       * @description Always true: failures have another form.
       * @enum {boolean}
       */
      ok: true;
      /** @description Everything that the service has of you. */
      data: components['schemas']['ExportedDataView'];
    };
    ExportedAccountEntryView: {
      /** @description The id of the entry. */
      id: string;
      /**
       * Format: date-time
       * @description When it was done.
       */
      at: string;
      /**
       * @description Who did it.
       * @enum {string}
       */
      by: 'you' | 'staff' | 'unknown';
      /** @description What was done. */
      action: string;
      /** @description The roles before it. */
      roles_before: string[] | null;
      /** @description The roles after it. */
      roles_after: string[] | null;
    };
    ExportedAccountView: {
      /** @description Whether a second factor is on. */
      second_factor: boolean;
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
      /** @description `YYYY-MM-DD`; null if unknown. */
      birth_date: string | null;
      /** @description Whether only mail about signing in is sent. */
      mail_opt_out: boolean;
      /** @description When the holder confirmed the email address; null if not yet. */
      email_confirmed_at: string | null;
    };
    ExportedConsentView: {
      /** @description The version of the text that was confirmed. */
      text_version: string;
      /** @description When it was confirmed. */
      confirmed_at: string;
    };
    ExportedDataView: {
      /**
       * Format: date-time
       * @description When this was made.
       */
      exported_at: string;
      /** @description Your account. */
      account: components['schemas']['ExportedAccountView'];
      /** @description Your tokens, without their secrets. */
      tokens: components['schemas']['ExportedTokenView'][];
      /** @description Where you are signed in. */
      sessions: components['schemas']['ExportedSessionView'][];
      /** @description What the audit says about the account. */
      audit: components['schemas']['ExportedAccountEntryView'][];
      /** @description What the service holds and the export does not contain, and why. */
      left_out: string[];
      /** @description Your projects. */
      projects: components['schemas']['ExportedProjectView'][];
    };
    ExportedImageView: {
      /** @description `cloud://<project id>/<asset id>.<ext>`. */
      file_id: string;
      /** @description The URL, relative to the service. */
      url: string;
      /** @description The path of its file in the project's folder, as it was sent. Null if nobody named one. */
      path: string | null;
      /** @description The size of the file. */
      bytes: number;
      /** @description In pixels. */
      width: number;
      /** @description In pixels. */
      height: number;
      /**
       * Format: date-time
       * @description When it was uploaded.
       */
      created_at: string;
    };
    ExportedInterviewView: {
      /**
       * Format: uuid
       * @description The id of the interview.
       */
      id: string;
      /**
       * Format: date-time
       * @description When it was started.
       */
      created_at: string;
      /** @description When its credential was used. Null if it was not. */
      redeemed_at: string | null;
      /** @description When the last question was answered. Null until then. */
      finished_at: string | null;
      /** @description The questions and your answers. */
      questions: components['schemas']['ExportedQuestionView'][];
    };
    ExportedLogImageView: {
      /**
       * Format: uuid
       * @description The id of the image.
       */
      asset_id: string;
      /** @description The ending of its file name. */
      extension: string;
    };
    ExportedLogView: {
      /**
       * Format: uuid
       * @description The id of the log.
       */
      id: string;
      /** @description Its number in the project. */
      sequence: number;
      /** @description The title of the log. */
      title: string;
      /** @description The log as plain text. */
      text: string;
      /** @description The log as Markdown. */
      content_md: string;
      /**
       * Format: date-time
       * @description When it was written.
       */
      created_at: string;
      /** @description When staff removed it. Null if they did not. */
      removed_at: string | null;
      /** @description The images of the log. */
      images: components['schemas']['ExportedLogImageView'][];
    };
    ExportedMoveView: {
      /** @description The id of the entry. */
      id: string;
      /**
       * Format: date-time
       * @description When it was done.
       */
      at: string;
      /** @description The role of the person or process that acted. */
      actor: string;
      /** @description What was done. */
      action: string;
      /** @description The state before it. */
      from_state: string | null;
      /** @description The state after it. */
      to_state: string;
      /** @description What staff wrote. Null if nothing. */
      reason: string | null;
    };
    ExportedParcelView: {
      /** @description When you sent the address. */
      submitted_at: string;
      /** @description When the parcel was sent. Null if it was not. */
      shipped_at: string;
      /** @description Who carries it. Null if it is not known. */
      carrier: string | null;
      /** @description The number to follow it. Null if it is not known. */
      tracking: string | null;
    };
    ExportedProjectView: {
      /**
       * Format: uuid
       * @description The id of the project.
       */
      id: string;
      /** @description The name of the project in URLs. */
      slug: string;
      /** @description The name of the project. */
      name: string;
      /** @description The project in one sentence. */
      tagline: string;
      /** @description Its tags. */
      tags: string[];
      /** @description Links to demonstrations. */
      demo_urls: string[];
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
       * @description Who may see it.
       * @enum {string}
       */
      visibility: 'public' | 'unlisted' | 'private';
      /** @description When staff hid it. Null if they did not. */
      hidden_at: string | null;
      /**
       * @description What you declared.
       * @enum {string}
       */
      project_status: 'in_progress' | 'completed';
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
      /** @description The program that it joined. */
      program_id: string;
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
      /** @description When the prize was sent. Null until then. */
      shipped_at: string | null;
      /** @description What is stored about the parcel. */
      shipment: components['schemas']['ExportedShipmentView'];
      /** @description The images that you uploaded. */
      images: components['schemas']['ExportedImageView'][];
      /** @description The reviews of the project. */
      reviews: components['schemas']['ExportedReviewView'][];
      /** @description Questions that were asked, and the answers. */
      interviews: components['schemas']['ExportedInterviewView'][];
      /** @description The moves of the project through the lifecycle. */
      history: components['schemas']['ExportedMoveView'][];
      /** @description The README. Null if there is none. */
      readme: components['schemas']['ExportedReadmeView'] | null;
      /** @description All logs, by sequence. */
      logs: components['schemas']['ExportedLogView'][];
    };
    ExportedQuestionView: {
      /** @description The number of the question, from 1. */
      index: number;
      /** @description What was asked. */
      question: string;
      /** @description What you answered. Null if you did not. */
      answer: string | null;
      /** @description When you answered. Null if you did not. */
      answered_at: string | null;
    };
    ExportedReadmeImageView: {
      /** @description What the README calls it. */
      path: string;
      /**
       * Format: uuid
       * @description The id of the image.
       */
      asset_id: string;
      /** @description The ending of its file name. */
      extension: string;
    };
    ExportedReadmeView: {
      /** @description The README as it was sent. */
      markdown: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updated_at: string;
      /** @description The images in it. */
      images: components['schemas']['ExportedReadmeImageView'][];
    };
    ExportedReviewView: {
      /**
       * Format: uuid
       * @description The id of the review.
       */
      id: string;
      /** @description How far the review is. */
      status: string;
      /**
       * Format: date-time
       * @description When it was asked for.
       */
      requested_at: string;
      /** @description When it ended. Null until then. */
      finished_at: string | null;
      /** @description Whether it recommends the project. Null until then. */
      recommended: boolean | null;
      /** @description What the project is. Null until then. */
      summary: string | null;
      /** @description What stands out. */
      highlights: string[] | null;
      /** @description What everyone can read. Null until then. */
      public_review: string | null;
      /** @description What only you and staff can read. */
      comments: string[] | null;
      /** @description What to do next. */
      suggestions: string[] | null;
      /** @description Why it failed. Null if it did not. */
      failure: string | null;
    };
    ExportedSessionView: {
      /**
       * Format: uuid
       * @description The id of the session.
       */
      id: string;
      /**
       * Format: date-time
       * @description When you signed in.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it was last used.
       */
      last_seen_at: string;
      /**
       * Format: date-time
       * @description When it ends.
       */
      expires_at: string;
    };
    ExportedShipmentView: {
      /** @description Null if no address is held. The address itself is in no response. */
      recipient: components['schemas']['HeldRecipientView'] | null;
      /** @description The parcels of the project. */
      parcels: components['schemas']['ExportedParcelView'][];
      /** @description What a parent or guardian confirmed. */
      guardian_consents: components['schemas']['ExportedConsentView'][];
    };
    ExportedTokenView: {
      /**
       * Format: uuid
       * @description The id of the token.
       */
      id: string;
      /** @description The name of the token. */
      name: string;
      /** @description The last characters of the secret. */
      last4: string;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /** @description When it stops working. Null: never. */
      expires_at: string | null;
      /** @description When it was revoked. Null if it was not. */
      revoked_at: string | null;
      /** @description When it was last used. Null if it never was. */
      last_used_at: string | null;
      /** @description The connected app that has it. Null if you made it yourself. */
      client_id: string | null;
      /** @description What the app may do. Null: everything that you can do. */
      scopes: string[] | null;
    };
    FlagView: {
      /** @description What was noticed. */
      kind: string;
      /** @description `README`, its section, `log N`, or `answer N` of the interview. */
      where: string;
      /** @description The text around it. */
      excerpt: string;
    };
    ForbiddenMove: {
      /**
       * @description The state of the project.
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
      /** @description What the caller may do in this state. */
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
    };
    FreedClaimView: {
      /** @description Null: nobody claims the project. */
      claim: unknown | null;
    };
    FrontMatterPlace: {
      /** @description The line in the README, from 1. */
      line: number;
      /** @description The column in characters, from 1. */
      column: number;
    };
    HealthView: {
      /**
       * @description Always `ok`: a dead process does not answer.
       * @enum {string}
       */
      status: 'ok';
      /** @description The version of the service. */
      version: string;
      /** @description How long the process has run. */
      uptime_seconds: number;
    };
    HeldRecipientView: {
      /**
       * Format: date-time
       * @description Since when it is stored.
       */
      held_since: string;
      /** @description When it is deleted at the latest. */
      held_until: string;
    };
    HiddenView: {
      /**
       * Format: date-time
       * @description When staff hid it.
       */
      at: string;
      /** @description What the staff wrote to the owner. */
      reason: string;
    };
    ImageLimit: {
      /** @description The highest accepted value. */
      limit: number;
      /**
       * @description What the limit counts.
       * @enum {string}
       */
      unit: 'bytes' | 'pixels' | 'frames';
      /** @description The name of the part. */
      part: string;
    };
    InterviewRemarkView: {
      /** @description The remark. */
      text: string;
      /** @description The numbers of the answers that show it, from 1. */
      answers: number[];
    };
    InterviewReportView: {
      /** @description What the answers explain well. */
      explained_well: components['schemas']['InterviewRemarkView'][];
      /** @description What the answers leave open. */
      not_explained: components['schemas']['InterviewRemarkView'][];
      /**
       * Format: date-time
       * @description When the report was written.
       */
      written_at: string;
    };
    InvalidField: {
      /** @description The path of the field, such as `new_logs[0].title`; `body` for the whole body. */
      field: string;
      /** @description What is wrong with the field. The text follows its name. */
      message: string;
    };
    InvalidFields: {
      /** @description The fields that are wrong. */
      fields: components['schemas']['InvalidField'][];
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
      id: string;
      /** @description Unique within the project. */
      sequence: number;
      /** @description The title of the log. */
      title: string;
      /** @description As plain text. */
      text: string;
      /** @description The Markdown of the log. Text without Markdown is unchanged. */
      content_md: string;
      /** @description Sanitized HTML. */
      content_html: string;
      /** @description The URLs of its images, relative to the service. */
      image_urls: string[];
      /**
       * Format: date-time
       * @description When it was written.
       */
      created_at: string;
      /** @description When staff removed it. A removed log keeps its sequence and reads "removed". Else null. */
      removed_at: string | null;
    };
    LogViewReceipt: {
      /**
       * Format: uuid
       * @description The id of the log.
       */
      id: string;
      /** @description Unique within the project. */
      sequence: number;
      /**
       * Format: date-time
       * @description When it was written.
       */
      created_at: string;
    };
    MissingForCompletion: {
      /** @description What the project does not have yet. */
      missing: ('readme' | 'logs')[];
    };
    MissingForReview: {
      /** @description What the project does not have yet. */
      missing: ('readme' | 'logs')[];
      /** @description The number that the program requires. */
      logs_required: number;
      /** @description The number of logs that it has. */
      logs_present: number;
    };
    MissingImages: {
      /** @description All missing images, by the path that the README uses. */
      missing: string[];
    };
    NewAccountView: {
      /** @description The new account. */
      account: components['schemas']['AccountView'];
      /** @description The secret of the first token, `pst_…`. It is shown only here. */
      token: string;
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
    NewTokenView: {
      /** @description The secret, `pst_…`. It is shown only here. */
      token: string;
      /**
       * Format: uuid
       * @description The id of the token.
       */
      id: string;
      /** @description The name of the token, for people. */
      name: string;
      /** @description The last characters of the secret. */
      last4: string;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /** @description Null: it does not expire. The token of a connected app: unless the app renews it until then. */
      expires_at: string | null;
      /** @description When it was last used. Null if it never was. */
      last_used_at: string | null;
      /** @description Null: not revoked. A revoked or expired token is listed for 30 days. */
      revoked_at: string | null;
      /** @description The OAuth client that got the token. Null: made by its holder. */
      client_id: string | null;
      /** @description Null: the token may do everything that its holder may. */
      scopes: ('projects:read' | 'projects:write' | 'projects:publish' | 'reviews:request')[] | null;
    };
    NewerReadme: {
      /**
       * Format: date-time
       * @description The time of the README as it is now.
       */
      updated_at: string;
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
      /**
       * Format: uuid
       * @description The id of the project.
       */
      id: string;
      /** @description The name of the project in its URL. */
      slug: string;
      /** @description The URL of its page, relative to the service. */
      url: string;
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
    PassedLimit: {
      /** @description In bytes. */
      limit: number;
      /** @description The part, or the field of a JSON body. */
      part: string;
    };
    PreviewReadmeDto: {
      /** @description The text of a README; at most 1 MiB. */
      markdown: string;
    };
    PrizeDto: {
      /** @description 1-80 characters. */
      name: string;
      /** @description Whether the prize is sent by post. */
      hardware: boolean;
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
      /** @description Links to demonstrations. */
      demo_urls: string[];
      /**
       * @description `unlisted`: visible to everyone who has the URL. `private`: visible to its owner and staff.
       * @enum {string}
       */
      visibility: 'public' | 'unlisted' | 'private';
      /** @description Null unless staff have hidden the project. A hidden project is private, whatever its visibility. */
      hidden: components['schemas']['HiddenView'] | null;
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
    ProjectViewReceipt: {
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
    ProofDto: {
      /** @description The six digits that the app shows. Each code is accepted once. */
      code?: string;
      /** @description Replaces a code. Each recovery code is accepted once. */
      recovery_code?: string;
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
    PutDocDto: {
      /** @description 1-120 characters. */
      title: string;
      /** @description http or https, at most 2,000 characters. */
      url: string;
    };
    QuestionView: {
      /** @description Starts at 1. */
      index: number;
      /** @description The number of questions in the interview. */
      total: number;
      /** @description What is asked. */
      text: string;
    };
    QueuedProjectView: {
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
      /** @description The latest one; null if there is none. */
      review: components['schemas']['ReviewView'] | null;
      /** @description Null if no reviewer has claimed it. */
      claim: components['schemas']['ClaimView'] | null;
      /** @description Whether README or logs differ from what the latest finished review read. */
      changed_since_review: boolean;
      /**
       * Format: uuid
       * @description The id of the project.
       */
      id: string;
      /** @description The name of the project in its URL. */
      slug: string;
      /** @description The URL of its page, relative to the service. */
      url: string;
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
    QuotaLimitsView: {
      /** @description The number of valid tokens. */
      tokens: number;
      /** @description The most projects. */
      projects: number;
      /** @description The bytes of the images of all its projects. */
      image_bytes: number;
      /** @description Review requests in 24 hours. */
      reviews_a_day: number;
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
    ReasonDto: {
      /** @description 1-2,000 characters, on one or more lines. Staff see it, so do not name a person. */
      reason: string;
    };
    ReceivedView: {
      /** @description Always true. */
      received: boolean;
    };
    RecipientView: {
      /** @description The real name of the recipient. */
      recipient_name: string;
      /** @description The phone number of the recipient. */
      recipient_phone: string;
      /** @description The delivery address. */
      recipient_address: string;
      /** @description The value that was sent. Adults need not send it. */
      guardian_confirmed: boolean;
      /**
       * Format: date-time
       * @description When it was sent.
       */
      submitted_at: string;
    };
    RecoveryCodesView: {
      /** @description Each replaces one code of the app. They are shown only here. */
      recovery_codes: string[];
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
    RefusedPart: {
      /** @description The name of the part. */
      part: string;
    };
    RemarkPlaceView: {
      /** @description The id of the section in readme_html. Null for a log, for the beginning of the README, and if the README no longer has the section. */
      heading_id: string | null;
      /** @description The sequence of a log. */
      log: number | null;
    };
    ReportDto: {
      /** @description 1-2,000 characters, on one or more lines. Staff read it. */
      reason: string;
    };
    ReportReasonView: {
      /** @description In the words of a visitor: untrusted text. */
      reason: string;
      /**
       * Format: date-time
       * @description When it came.
       */
      at: string;
    };
    ReportReasonsView: {
      /** @description The project that was reported. */
      project: components['schemas']['ProjectSummaryView'];
      /** @description The newest first, at most 100. */
      reasons: components['schemas']['ReportReasonView'][];
      /** @description Other reports of the project that staff closed in the last 180 days, the newest first, at most 100. */
      closed: components['schemas']['ClosedReportView'][];
    };
    ReportView: {
      /**
       * Format: uuid
       * @description The id of the report.
       */
      id: string;
      /** @description The project that was reported. */
      project: components['schemas']['ProjectSummaryView'];
      /** @description How many reports came since the last ones were closed. */
      count: number;
      /** @description In the words of a visitor: untrusted text. */
      newest_reason: string;
      /**
       * Format: date-time
       * @description When it was last reported.
       */
      newest_at: string;
    };
    RequestResetDto: {
      /**
       * Format: email
       * @description The email of the account.
       */
      email: string;
    };
    RequestedConfirmationView: {
      /** @description False if the email is confirmed already. */
      requested: boolean;
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
    ResetLinkView: {
      /** @description Sets a new password, once. It is shown only here. */
      url: string;
      /**
       * Format: date-time
       * @description When the link stops working.
       */
      expires_at: string;
    };
    ResetPasswordDto: {
      /** @description `prt_…`, from the link. */
      reset_token: string;
      /** @description 10-200 characters, and not one of the 10,000 most common passwords. */
      password: string;
      /** @description True revokes all tokens, false none. If absent: those of the command line and of connected apps are revoked. A reset that confirms the email revokes all. */
      revoke_tokens?: boolean;
    };
    RetryAfter: {
      /** @description The same value as Retry-After. */
      retry_after_seconds: number;
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
      /** @description Why the review failed, in words for the participant. */
      failure: string | null;
    };
    RevokedTokensView: {
      /** @description How many tokens were revoked. */
      revoked: number;
    };
    RubricItemDto: {
      /** @description 1-64 of `[a-z0-9-]`, unique in the rubric. */
      id: string;
      /** @description 1-200 characters: what the review scores. */
      label: string;
    };
    RubricItemView: {
      /** @description The id of the item. */
      id: string;
      /** @description What reviews judge. */
      label: string;
    };
    ScoreView: {
      /** @description The id of the item of the rubric. */
      id: string;
      /** @description The text of the rubric when the review was requested. */
      label: string;
      /** @description From 0 to 10. */
      score: number;
      /** @description Why it has this score. */
      reason: string;
    };
    SecondFactorRefused: {
      /**
       * @description `required`: send `code` or `recovery_code`. `invalid`: the value is wrong or was used before.
       * @enum {string}
       */
      second_factor: 'required' | 'invalid';
    };
    SecondFactorWanted: {
      /**
       * @description `set_up`: set up a second factor. `required`: show it (again).
       * @enum {string}
       */
      second_factor: 'set_up' | 'required';
    };
    SessionView: {
      /**
       * Format: uuid
       * @description The id of the session.
       */
      id: string;
      /** @description Whether this is the session of the call. */
      current: boolean;
      /**
       * Format: date-time
       * @description When the person signed in.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description The last use; can be a minute late.
       */
      last_seen_at: string;
      /**
       * Format: date-time
       * @description When the session ends if it is not used again.
       */
      expires_at: string;
      /** @description When the session last showed the second factor; null: never. */
      second_factor_at: string | null;
    };
    ShipDto: {
      /** @description 1-120 characters. The owner sees it. */
      carrier?: string | null;
      /** @description 1-120 characters: the tracking number of the carrier. The owner sees it. */
      tracking?: string | null;
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
    ShownSecondFactorView: {
      /**
       * Format: date-time
       * @description When the second factor was given.
       */
      second_factor_at: string;
      /**
       * Format: date-time
       * @description Until then, calls that need a recent second factor accept this session.
       */
      fresh_until: string;
    };
    SlugView: {
      /** @description The slug that was asked about. */
      slug: string;
      /** @description Whether a project could be created with it now. Another request may take it first. */
      free: boolean;
      /** @description Why it is not free: a project has or had it, the service needs it, or it breaks the rule for slugs. */
      reason: ('taken' | 'reserved' | 'invalid') | null;
    };
    StaffAccountView: {
      /** @description Since when the account has each role of staff, oldest first. */
      staff_roles: components['schemas']['StaffRoleView'][];
      /** @description Whether the holder is under 18 today, in UTC; null if the date of birth is unknown. */
      minor: boolean | null;
      /** @description The limits that staff have set, or else the defaults. */
      quotas: components['schemas']['QuotaLimitsView'];
      /** @description Whether the account is suspended and can do nothing. */
      suspended: boolean;
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
    StaffInterviewView: {
      /**
       * Format: uuid
       * @description The id of the interview.
       */
      id: string;
      /** @description When the last question was answered or the time was over; null while it goes on. */
      finished_at: string | null;
      /** @description The answered questions, in order. Answer 1 is the first. */
      transcript: components['schemas']['TranscriptEntryView'][];
      /** @description Null until it is written, and if no useful one could be written. It holds no decision. */
      report: components['schemas']['InterviewReportView'] | null;
    };
    StaffProgramView: {
      /** @description The description as Markdown. */
      description_md: string;
      /** @description Whether staff have closed the program, regardless of its dates. */
      closed: boolean;
      /** @description The items that a review scores. */
      rubric: components['schemas']['RubricItemView'][];
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
    StaffProjectView: {
      /** @description The project as everyone who may see it reads it. */
      project: components['schemas']['ProjectView'];
      /** @description The latest one; null if there is none. */
      review: components['schemas']['StaffReviewView'] | null;
      /** @description Whether README or logs differ from what the latest finished review read. */
      changed_since_review: boolean;
      /** @description Passages in which the latest review and the interview found instructions to the model. */
      flags: components['schemas']['FlagView'][];
      /** @description The newest 500 entries, oldest first. */
      audit: components['schemas']['AuditEntryView'][];
    };
    StaffReviewView: {
      /** @description One score for each item of the rubric, in its order. Empty until the review has succeeded. */
      scores: components['schemas']['ScoreView'][];
      /** @description Why the review recommends the project or does not. */
      reasons: string[];
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
      /** @description Why the review failed, in words for the participant. */
      failure: string | null;
    };
    StaffRoleView: {
      /**
       * @description The role of staff.
       * @enum {string}
       */
      role: 'reviewer' | 'fulfilment' | 'admin';
      /**
       * Format: date-time
       * @description When it was granted.
       */
      granted_at: string;
      /** @description The handle of the admin who granted it. Null: an operator of the database, or a deleted account. */
      granted_by: string | null;
      /** @description When a second admin confirmed it; null if nobody did. */
      confirmed_at: string | null;
      /** @description From when on it opens addresses and reset links. Null: it never does. */
      opens_addresses_at: string | null;
    };
    StaffShipmentView: {
      /** @description Where the parcel goes. */
      shipment: components['schemas']['RecipientView'];
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
      /** @description 1-80 characters. */
      name?: string;
      /** @description 0-200 characters. */
      tagline?: string;
      /** @description At most 10 tags of 1-32 characters. */
      tags?: string[];
      /** @description At most 10 http or https URLs of at most 2,000 characters. */
      demo_urls?: string[];
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
      /** @description Skips a new log if a log of the project has its title and text, whatever its sequence, and lists that log in `logs_present`. For a client that sends a log again because it got no answer. */
      skip_equal_logs?: boolean;
    };
    TakedownDto: {
      /** @description 1-2,000 characters, on one or more lines. The owner sees why a project is hidden, so do not name a person. */
      reason: string;
    };
    TakenSequences: {
      /** @description All sequences of the request that are already taken. */
      sequences: number[];
      /** @description The lowest sequence above all taken ones. */
      next_sequence: number;
    };
    TokenView: {
      /**
       * Format: uuid
       * @description The id of the token.
       */
      id: string;
      /** @description The name of the token, for people. */
      name: string;
      /** @description The last characters of the secret. */
      last4: string;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /** @description Null: it does not expire. The token of a connected app: unless the app renews it until then. */
      expires_at: string | null;
      /** @description When it was last used. Null if it never was. */
      last_used_at: string | null;
      /** @description Null: not revoked. A revoked or expired token is listed for 30 days. */
      revoked_at: string | null;
      /** @description The OAuth client that got the token. Null: made by its holder. */
      client_id: string | null;
      /** @description Null: the token may do everything that its holder may. */
      scopes: ('projects:read' | 'projects:write' | 'projects:publish' | 'reviews:request')[] | null;
    };
    TotpView: {
      /** @description Whether a sign-in needs a code. */
      enabled: boolean;
      /** @description Since when. Null if there is no second factor. */
      enabled_at: string | null;
      /** @description How many recovery codes were not used yet. */
      recovery_codes_left: number;
      /** @description Whether a role of the account needs a second factor. */
      required: boolean;
    };
    TranscriptEntryView: {
      /** @description What was asked. */
      question: string;
      /** @description What the participant answered. */
      answer: string;
    };
    TurnOffTotpDto: {
      /** @description The password of the account. */
      password: string;
      /** @description The six digits that the app shows. Each code is accepted once. */
      code?: string;
      /** @description Replaces a code. Each recovery code is accepted once. */
      recovery_code?: string;
    };
    UnreadableParts: {
      /** @description The names of the parts. */
      parts: string[];
    };
    UpdateProgramDto: {
      /** @description 1-80 characters. */
      name?: string;
      /** @description 0-200 characters. */
      tagline?: string;
      /** @description Markdown, at most 64 KiB. */
      description_md?: string;
      /** @description ISO 8601 with an offset; null: the program has already begun. */
      starts_at?: string | null;
      /** @description ISO 8601 with an offset, later than starts_at; null: the program has no end. */
      ends_at?: string | null;
      /** @description Whether the program accepts no new projects, regardless of its dates. */
      closed?: boolean;
      /** @description How many logs a project needs before a review. */
      logs_required?: number;
      /** @description The number of questions in an interview; 0: the program has no interviews. */
      interview_questions?: number;
      /** @description The items that a review scores; at most 20. */
      rubric?: components['schemas']['RubricItemDto'][];
      /** @description Null: none. */
      prize?: components['schemas']['PrizeDto'] | null;
    };
    UpdateProjectDto: {
      /** @description 1-80 characters. */
      name?: string;
      /** @description 0-200 characters. */
      tagline?: string;
      /** @description At most 10 tags of 1-32 characters. */
      tags?: string[];
      /** @description At most 10 http or https URLs of at most 2,000 characters. */
      demo_urls?: string[];
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
      /**
       * @description Who may see it. To let more people see it, a connected app needs the scope `projects:publish`.
       * @enum {unknown}
       */
      visibility?: 'public' | 'unlisted' | 'private';
      /** @description The file id of an image of this project; null: no header image. */
      header_image?: string | null;
    };
    UsualSecondsView: {
      /** @description The shortest time that is usual, in seconds. */
      from: number;
      /** @description The longest time that is usual, in seconds. */
      to: number;
      /** @description The number of finished reviews behind this estimate. */
      reviews: number;
    };
    WithdrawnShipmentView: {
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
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  'accounts.register': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateAccountDto'];
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
            data: components['schemas']['NewAccountView'];
          };
        };
      };
    };
  };
  'emailConfirmation.confirm': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ConfirmEmailDto'];
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
            data: components['schemas']['ConfirmedEmailView'];
          };
        };
      };
    };
  };
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
  'sessions.logOut': {
    parameters: {
      query?: never;
      header?: {
        /** @description Within 24 hours, requests with the same key and the same content are executed once and get the same answer. */
        'Idempotency-Key'?: string;
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
            data: Record<string, never>;
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
  'accountDeletion.delete': {
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
        'application/json': components['schemas']['DeleteAccountDto'];
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
            data: components['schemas']['DeletedAccountView'];
          };
        };
      };
    };
  };
  'accounts.change': {
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
        'application/json': components['schemas']['ChangeAccountDto'];
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
              account: components['schemas']['AccountView'];
            };
          };
        };
      };
    };
  };
  'emailConfirmation.request': {
    parameters: {
      query?: never;
      header?: {
        /** @description Within 24 hours, requests with the same key and the same content are executed once and get the same answer. */
        'Idempotency-Key'?: string;
      };
      path?: never;
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
            data: components['schemas']['RequestedConfirmationView'];
          };
        };
      };
    };
  };
  'exports.exportJson': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The export. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExportView'];
        };
      };
    };
  };
  'exports.exportZip': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The export. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/zip': unknown;
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
  'passwordResets.reset': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ResetPasswordDto'];
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
              account: components['schemas']['AccountView'];
            };
          };
        };
      };
    };
  };
  'passwordResets.request': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RequestResetDto'];
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
            data: Record<string, never>;
          };
        };
      };
    };
  };
  'secondFactor.show': {
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
        'application/json': components['schemas']['ProofDto'];
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
            data: components['schemas']['ShownSecondFactorView'];
          };
        };
      };
    };
  };
  'sessions.list': {
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
              sessions: components['schemas']['SessionView'][];
            };
          };
        };
      };
    };
  };
  'sessions.endOthers': {
    parameters: {
      query?: never;
      header?: {
        /** @description Within 24 hours, requests with the same key and the same content are executed once and get the same answer. */
        'Idempotency-Key'?: string;
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
            data: Record<string, never>;
          };
        };
      };
    };
  };
  'sessions.end': {
    parameters: {
      query?: never;
      header?: {
        /** @description Within 24 hours, requests with the same key and the same content are executed once and get the same answer. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of a token or a session. */
        id: string;
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
            data: Record<string, never>;
          };
        };
      };
    };
  };
  'accounts.listTokens': {
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
              tokens: components['schemas']['TokenView'][];
            };
          };
        };
      };
    };
  };
  'accounts.createToken': {
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
        'application/json': components['schemas']['CreateTokenDto'];
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
            data: components['schemas']['NewTokenView'];
          };
        };
      };
    };
  };
  'accounts.revokeAllTokens': {
    parameters: {
      query?: never;
      header?: {
        /** @description Within 24 hours, requests with the same key and the same content are executed once and get the same answer. */
        'Idempotency-Key'?: string;
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
            data: components['schemas']['RevokedTokensView'];
          };
        };
      };
    };
  };
  'accounts.revokeToken': {
    parameters: {
      query?: never;
      header?: {
        /** @description Within 24 hours, requests with the same key and the same content are executed once and get the same answer. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of a token or a session. */
        id: string;
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
            data: Record<string, never>;
          };
        };
      };
    };
  };
  'secondFactor.get': {
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
              totp: components['schemas']['TotpView'];
            };
          };
        };
      };
    };
  };
  'secondFactor.begin': {
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
        'application/json': components['schemas']['BeginTotpDto'];
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
            data: components['schemas']['BegunTotpView'];
          };
        };
      };
    };
  };
  'secondFactor.turnOff': {
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
        'application/json': components['schemas']['TurnOffTotpDto'];
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
            data: Record<string, never>;
          };
        };
      };
    };
  };
  'secondFactor.confirm': {
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
        'application/json': components['schemas']['ConfirmTotpDto'];
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
            data: components['schemas']['RecoveryCodesView'];
          };
        };
      };
    };
  };
  'staffAccounts.search': {
    parameters: {
      query?: {
        /** @description Part of a handle, display name or email, ignoring case. If empty or absent: all accounts. */
        q?: string;
        /** @description The most records on a page. */
        limit?: number;
        /** @description The number of records before the page. */
        offset?: number;
      };
      header?: {
        /** @description A code of the second factor, for this call only. */
        'X-Second-Factor'?: string;
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
              accounts: components['schemas']['StaffAccountView'][];
            };
          };
        };
      };
    };
  };
  'staffAccounts.change': {
    parameters: {
      query?: never;
      header?: {
        /** @description Within 24 hours, requests with the same key and the same content are executed once and get the same answer. */
        'Idempotency-Key'?: string;
        /** @description A code of the second factor, for this call only. */
        'X-Second-Factor'?: string;
      };
      path: {
        /** @description The id of an account. */
        accountId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangeStandingDto'];
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
              account: components['schemas']['ChangedAccountView'];
            };
          };
        };
      };
    };
  };
  'staffAccounts.confirmRole': {
    parameters: {
      query?: never;
      header?: {
        /** @description Within 24 hours, requests with the same key and the same content are executed once and get the same answer. */
        'Idempotency-Key'?: string;
        /** @description A code of the second factor, for this call only. */
        'X-Second-Factor'?: string;
      };
      path: {
        /** @description The id of an account. */
        accountId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ConfirmRoleDto'];
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
              account: components['schemas']['StaffAccountView'];
            };
          };
        };
      };
    };
  };
  'staffResetLinks.issue': {
    parameters: {
      query?: never;
      header?: {
        /** @description Within 24 hours, requests with the same key and the same content are executed once and get the same answer. */
        'Idempotency-Key'?: string;
        /** @description A code of the second factor, for this call only. */
        'X-Second-Factor'?: string;
      };
      path: {
        /** @description The id of an account. */
        accountId: string;
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
              reset_link: components['schemas']['ResetLinkView'];
            };
          };
        };
      };
    };
  };
  'takedowns.removeImage': {
    parameters: {
      query?: never;
      header?: {
        /** @description Within 24 hours, requests with the same key and the same content are executed once and get the same answer. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of an image: the name in its URL, without the extension. */
        assetId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TakedownDto'];
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
  'staffPrograms.list': {
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
              programs: components['schemas']['StaffProgramView'][];
            };
          };
        };
      };
    };
  };
  'staffPrograms.create': {
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
        'application/json': components['schemas']['CreateProgramDto'];
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
            data: {
              program: components['schemas']['StaffProgramView'];
            };
          };
        };
      };
    };
  };
  'staffPrograms.update': {
    parameters: {
      query?: never;
      header?: {
        /** @description Within 24 hours, requests with the same key and the same content are executed once and get the same answer. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of a program. */
        programId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateProgramDto'];
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
              program: components['schemas']['StaffProgramView'];
            };
          };
        };
      };
    };
  };
  'staffPrograms.putDoc': {
    parameters: {
      query?: never;
      header?: {
        /** @description Within 24 hours, requests with the same key and the same content are executed once and get the same answer. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of a program. */
        programId: string;
        /** @description The id of a document of the program. */
        docId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PutDocDto'];
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
              doc: components['schemas']['DocView'];
            };
          };
        };
      };
    };
  };
  'staffPrograms.removeDoc': {
    parameters: {
      query?: never;
      header?: {
        /** @description Within 24 hours, requests with the same key and the same content are executed once and get the same answer. */
        'Idempotency-Key'?: string;
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
              doc: components['schemas']['DocView'];
            };
          };
        };
      };
    };
  };
  'staffProjects.get': {
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
            data: components['schemas']['StaffProjectView'];
          };
        };
      };
    };
  };
  'staffProjects.approve': {
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
  'staffProjects.claim': {
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
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: {
              claim: components['schemas']['ClaimView'];
            };
          };
        };
      };
    };
  };
  'staffProjects.free': {
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
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['FreedClaimView'];
          };
        };
      };
    };
  };
  'takedowns.hide': {
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
        'application/json': components['schemas']['TakedownDto'];
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
  'staffInterviews.get': {
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
            data: {
              interview: components['schemas']['StaffInterviewView'];
            };
          };
        };
      };
    };
  };
  'takedowns.removeLog': {
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
        'application/json': components['schemas']['TakedownDto'];
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
  'staffProjects.reject': {
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
        'application/json': components['schemas']['ReasonDto'];
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
  'staffProjects.requestChanges': {
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
        'application/json': components['schemas']['ReasonDto'];
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
  'staffProjects.reship': {
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
        'application/json': components['schemas']['ReasonDto'];
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
  'staffProjects.rerun': {
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
  'staffProjects.ship': {
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
        'application/json': components['schemas']['ShipDto'];
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
  'staffShipments.read': {
    parameters: {
      query?: never;
      header?: {
        /** @description A code of the second factor, for this call only. */
        'X-Second-Factor'?: string;
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
            data: components['schemas']['StaffShipmentView'];
          };
        };
      };
    };
  };
  'takedowns.unhide': {
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
        'application/json': components['schemas']['TakedownDto'];
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
  'reports.list': {
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
            data: {
              reports: components['schemas']['ReportView'][];
            };
          };
        };
      };
    };
  };
  'reports.read': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of a row of reports. */
        reportId: string;
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
              report: components['schemas']['ReportReasonsView'];
            };
          };
        };
      };
    };
  };
  'reports.close': {
    parameters: {
      query?: never;
      header?: {
        /** @description Within 24 hours, requests with the same key and the same content are executed once and get the same answer. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of a row of reports. */
        reportId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CloseReportDto'];
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
              reports: components['schemas']['ReportView'][];
            };
          };
        };
      };
    };
  };
  'staffProjects.list': {
    parameters: {
      query?: {
        /** @description If absent: projects under review, and those that a reviewer can still decide on. */
        state?:
          | 'draft'
          | 'review_pending'
          | 'recommended'
          | 'changes_requested'
          | 'interviewing'
          | 'approved_to_ship'
          | 'shipment_submitted'
          | 'shipped'
          | 'rejected';
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
            data: {
              projects: components['schemas']['QueuedProjectView'][];
            };
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
        } & {
          [key: string]: string;
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
  'assets.serve': {
    parameters: {
      query: {
        /** @description Unix seconds. */
        expires: unknown;
        /** @description The signature of a signed URL of a private image. */
        signature: unknown;
      };
      header?: {
        /** @description One range of bytes. */
        Range?: string;
        /** @description The ETag that the range is of. */
        'If-Range'?: string;
        /** @description The ETag of an earlier answer. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The last part of the URL of an image: `<asset id>.<ext>`, or of a smaller copy: `<asset id>-<width>.<avif or webp>`. */
        fileName: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The image. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'image/png': unknown;
          'image/jpeg': unknown;
          'image/webp': unknown;
          'image/gif': unknown;
          'image/avif': unknown;
        };
      };
      /** @description The range. */
      206: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'image/png': unknown;
          'image/jpeg': unknown;
          'image/webp': unknown;
          'image/gif': unknown;
          'image/avif': unknown;
        };
      };
    };
  };
  'creators.get': {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of an earlier answer. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The handle of an account. */
        handle: string;
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
              creator: components['schemas']['CreatorPageView'];
            };
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
  'foreignImages.serve': {
    parameters: {
      query?: never;
      header?: {
        /** @description One range of bytes. */
        Range?: string;
        /** @description The ETag that the range is of. */
        'If-Range'?: string;
        /** @description The ETag of an earlier answer. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of a copy of an image on another host, from its URL in a document. */
        imageId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The image. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'image/png': unknown;
          'image/jpeg': unknown;
          'image/webp': unknown;
          'image/gif': unknown;
        };
      };
      /** @description The range. */
      206: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'image/png': unknown;
          'image/jpeg': unknown;
          'image/webp': unknown;
          'image/gif': unknown;
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
  'reference.document': {
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
      /** @description The document. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': unknown;
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
  'programProjects.list': {
    parameters: {
      query?: {
        /** @description Text to find in name, tagline or a tag, ignoring case; at most 200 characters. If empty or absent: all projects. */
        q?: string;
        /** @description A tag of the project, 1-32 characters. */
        tag?: string;
        /** @description What participants declare. If absent: projects of any status. */
        project_status?: 'in_progress' | 'completed';
        /** @description The order: by creation or by the last change, newest first. */
        sort?: 'newest' | 'updated';
        /** @description The most records on a page. */
        limit?: number;
        /** @description The number of records before the page. */
        offset?: number;
      };
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
            data: components['schemas']['ProjectListView'];
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
  'erasure.erase': {
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
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: Record<string, never>;
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
  'logs.append': {
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
          /** @description At most 65536 bytes. */
          title: string;
          /** @description At most 65536 bytes. */
          text: string;
        } & {
          [key: string]: string;
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
            data:
              | {
                  log: components['schemas']['LogView'];
                  project: components['schemas']['ProjectView'];
                }
              | {
                  log: components['schemas']['LogViewReceipt'];
                  project: components['schemas']['ProjectViewReceipt'];
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
  'reports.report': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The slug of a project: 3-32 of `[a-z0-9-]`. */
        slug: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReportDto'];
      };
    };
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
            data: components['schemas']['ReceivedView'];
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
  'shipments.withdraw': {
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
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['WithdrawnShipmentView'];
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
  'reference.page': {
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
      /** @description The page. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/html': unknown;
        };
      };
    };
  };
  'slugs.check': {
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
            data: components['schemas']['SlugView'];
          };
        };
      };
    };
  };
  'probes.health': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The process is alive. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HealthView'];
        };
      };
    };
  };
  'reference.llmsFull': {
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
      /** @description The text. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': unknown;
        };
      };
    };
  };
  'reference.llms': {
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
      /** @description The index. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': unknown;
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
