import type { StudioFacts } from '@shipyard/ui';
import { addConsoleKeys } from './console-keys';
import { addCopyButtons } from './forms/copy-buttons';
import { checkFieldLimits } from './forms/field-limits';
import { keepFormDrafts } from './forms/form-drafts';
import { addShowPassword } from './forms/show-password';
import { readFormsBack } from './forms/read-back';
import { showGuardianField } from './forms/guardian-field';
import { nameButtons } from './forms/name-buttons';
import { moveOnEnter } from './forms/scan-fields';
import { addPhraseChoices } from './forms/phrase-choice';
import { addSlugHints } from './forms/slug-hint';
import { sendFormsOnce } from './forms/send-form';
import { clearDraftsOfOthers, clearDraftsOnLogOut } from './drafts/log-out';
import { showOfflineBar } from './offline-bar';
import { followStatus } from './status-events';
import './pictures';
import { followClaims } from './live-claims';
import { readFacts } from './facts';
import { showLocalTimes } from './local-times';
import { addRemarkBoxes } from './remark-boxes';
import { sendWhenReady } from './forms/send-when-ready';
import { hideToasts } from './toasts';
import { removeWhenLeft, removeWhenOver } from './until-left';

/*
 * The scripts of the studio. Every page of the studio loads this entry (`{ hasScripts: true }`), and works without it. So do
 * the forms of visitors who are signed out: to log in, to join, to reset a password, to report a project.
 * Pages ask for an enhancement with these attributes:
 *
 * form[method=post]         Sent once, in the background. Its button is busy meanwhile. A redirect is followed, and a
 *                           refused form is shown with its errors. Without network, nothing is lost. A refusal that has no
 *                           form is shown above the form that was sent, which keeps what was typed. An expired session
 *                           asks for the password in a dialog, then sends the same form. `data-plain` leaves a form to
 *                           the browser.
 * form[data-draft="NAME"]   Kept in the browser until it is sent, and filled in again. NAME is unique in the account, such
 *                           as "log:river-node". Passwords, files and hidden fields are never kept, nor a field with
 *                           data-no-draft, nor a code. The shipping form has no data-draft. Signed out, the tab keeps it for
 *                           an hour. `data-draft-quiet` shows no line about it.
 * [data-most=N]             The most characters of a field. A longer text is refused before the form is sent or read back, with
 *                           data-too-long beside it, in which {count} is its length.
 * fieldset[data-photos]     Has one place for all photos of a form instead of one input for each: chosen, dropped or pasted. A
 *                           refused form keeps them. data-refused has the places of those that were refused. The words
 *                           are in the block LOG_WORDS_ID.
 * form[data-preview=URL]    Beside its field "text", [data-log-preview] of the page that URL answers with. Takes away the
 *                           button [data-preview-button], which asks for that page.
 * form[data-read-back=ID]   Read back in the dialog ID before it is sent, if it is complete. Inside: [data-field=NAME] for the
 *                           value of a field, and a button with the value "send". Nothing of it stays in the page.
 * [data-forget-form]         In the answer to a form: what was typed into it is not kept, because the page says so.
 * form[action="/logout"]    Removes all drafts of the account from the browser when it is sent.
 * form[data-scan]           Enter moves to the next field and sends nothing, for barcode scanners.
 * [data-guardian-below=N]    Hidden unless the date in #birth_date says that the person is younger than N, or it has a text.
 * input[data-slug-from=ID]  The slug on /studio/new: suggested from the field ID until it is edited, and checked while one
 *                           types. The sentence is written into the element [data-slug-hint], which the page renders empty.
 * [data-phrases-for=ID]      A choice of phrases with a button, which puts the chosen one into the field ID.
 * input[type=password][autocomplete=new-password]  Gets a button below it that shows what is typed.
 * button[data-copy=ID]      Copies the text of the element ID. Render it with `hidden`; the script shows it.
 * [data-status-of=SLUG]     The review of a project, followed by server-sent events. Inside: progress[data-review-progress],
 *                           [data-review-stage] (text), and data-stage-collecting, -reading, -judging, -checking,
 *                           -publishing and data-queued with the words of the stages. data-state holds the state that was rendered: when it
 *                           changes, or the review ends, the page is loaded again.
 * [data-toast]              Hidden after six seconds, or later while it is used.
 * [data-remarks-of=SLUG]    The remarks of the review data-review. Inside: label[hidden] with input[data-remark=NAME], which the
 *                           script shows. What is checked is kept in the browser.
 * time[data-local-time]      A time of day in UTC, said again in the reader's time zone: `clock` without its day, `day` with it.
 * [data-until-left]         Removed after two minutes, and when its page is left.
 * [data-ends-in=SECONDS]    Removed when they are over. [data-ends-left] in it counts down.
 * button[data-named-by=NAME] Has the name of what is chosen of the field NAME of its form.
 * [data-keys=queue|project]  Single keys of reviewers: j and k, or a, c and r. `?` and button[data-keys-show] open
 *                           dialog[data-keys-help], in which [data-keys-on] turns them off.
 * [data-live-claims=URL]    Who holds the projects of [data-held-of] and [data-claim-of], asked for every two seconds. Such a
 *                           [data-claim-of] counts its [data-claim-left] down and says changes in [data-claim-note].
 * a[data-large]             Opens its picture in dialog[data-large-picture], if the page has it.
 * [data-island=readme]      The README editor. After a save it takes two things from a fresh copy of its page: where the
 *                           project stands, each [data-standing], and the link to what comes next, in [data-next-step].
 */

const facts = readFacts();
if (facts) {
  clearDraftsOfOthers(facts);
  showOfflineBar(facts);
  enhance(document);
  const island = document.querySelector<HTMLElement>('[data-island=readme]');
  if (island) void import('./editor/mount').then(({ mountEditor }) => mountEditor(island, facts));
}

async function enhanceLogForm(root: ParentNode, of: StudioFacts): Promise<void> {
  const { addPhotoPlaces, addLogPreviews } = await import('./logs/log-form');
  addLogPreviews(root, of);
  await addPhotoPlaces(root);
}

/** Also called for what a refused form brings back. */
function enhance(root: ParentNode): void {
  if (!facts) return;
  addShowPassword(root, facts);
  keepFormDrafts(root, facts);
  // Before the listener that reads back, which is before the one that sends.
  checkFieldLimits(root);
  readFormsBack(root);
  showGuardianField(root);
  moveOnEnter(root);
  sendFormsOnce(root, facts, enhance);
  clearDraftsOnLogOut(root, facts);
  // Only the page of the logs has them, and visitors load this entry too.
  if (root.querySelector('[data-preview], [data-photos]')) {
    const isReady = enhanceLogForm(root, facts);
    for (const form of root.querySelectorAll<HTMLFormElement>('form[data-preview]')) sendWhenReady(form, isReady);
  }
  addSlugHints(root, facts);
  addPhraseChoices(root);
  addCopyButtons(root, facts);
  followStatus(root, facts);
  showLocalTimes(root, facts);
  hideToasts(root);
  addRemarkBoxes(root, facts);
  removeWhenLeft(root);
  removeWhenOver(root);
  nameButtons(root);
  addConsoleKeys(root);
  followClaims(root);
}
