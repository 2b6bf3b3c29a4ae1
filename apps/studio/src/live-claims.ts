import { isObject } from './drafts/draft-store';
import { pollWhileUsed } from './poll-while-used';
import { fill } from './words';

const EVERY_MS = 2_000;
const SECOND_MS = 1_000;
/** A screen reader says these once. Between them the clock is silent. */
const WARNINGS_S = [120, 30];

interface LiveClaim {
  slug: string;
  state: string;
  held: string;
  by: string | null;
  until: string | null;
  is_free: boolean;
}

/** Shows at once who claims what, in the queue and on the page of a project, and how much time a claim has left. */
export function followClaims(root: ParentNode): void {
  for (const place of root.querySelectorAll<HTMLElement>('[data-live-claims]')) {
    const claim = place.querySelector<HTMLElement>('[data-claim-of]');
    const clock = claim ? new ClaimClock(claim) : null;
    const slugs = [...place.querySelectorAll<HTMLElement>('[data-held-of]')].map((each) => each.dataset.heldOf ?? '');
    if (claim?.dataset.claimOf) slugs.push(claim.dataset.claimOf);
    const url = `${place.dataset.liveClaims}?slugs=${[...new Set(slugs)].join()}`;
    void pollWhileUsed(place, url, EVERY_MS, (answer) => show(place, claimsIn(answer), clock));
  }
}

function show(place: HTMLElement, claims: readonly LiveClaim[], clock: ClaimClock | null): void {
  for (const claim of claims) {
    clock?.hear(claim);
    for (const held of place.querySelectorAll<HTMLElement>(`[data-held-of="${claim.slug}"]`))
      if (held.textContent !== claim.held) held.textContent = claim.held;
    const state = place.querySelector<HTMLElement>(`[data-state-of="${claim.slug}"]`);
    if (state && state.textContent?.trim() !== claim.state) state.textContent = claim.state;
  }
  const first = document.querySelector<HTMLAnchorElement>('[data-first-free] a');
  const free = claims.filter((claim) => claim.is_free).map(({ slug }) => slug);
  const rows = [...place.querySelectorAll<HTMLElement>('tbody tr')];
  const slugOf = (row: HTMLElement) => row.querySelector<HTMLElement>('[data-held-of]')?.dataset.heldOf ?? '';
  const link = rows.find((row) => free.includes(slugOf(row)))?.querySelector('a');
  if (first && link) first.href = link.href;
}

/** Counts down the reader's own claim, and says who took the project meanwhile. */
class ClaimClock {
  private endsAt: number;
  private until: string | null;
  private holder: string;
  private said = Infinity;
  private readonly timer: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly place: HTMLElement) {
    const { seconds, until, holder, me } = place.dataset;
    // The clocks of the reader and of the service can differ.
    this.endsAt = performance.now() + Number(seconds) * SECOND_MS;
    this.until = until ?? null;
    this.holder = holder ?? '';
    if (this.holder !== me) return;
    this.timer = setInterval(() => this.tick(), SECOND_MS);
    this.tick();
  }

  hear({ slug, by, until }: LiveClaim): void {
    const { claimOf, me } = this.place.dataset;
    if (slug !== claimOf) return;
    if (by === me && until !== null && this.until !== null) {
      this.endsAt += Date.parse(until) - Date.parse(this.until);
      this.until = until;
    }
    const holder = by ?? '';
    if (holder === this.holder) return;
    const hasEnded = this.holder === me && holder === '';
    this.holder = holder;
    if (hasEnded) return this.end();
    clearInterval(this.timer);
    this.say(holder === '' || holder === me ? 'freed' : 'taken', { handle: holder });
    const reload = this.place.querySelector<HTMLElement>('[data-claim-reload]');
    if (reload) reload.hidden = false;
  }

  private tick(): void {
    if (!this.place.isConnected) return clearInterval(this.timer);
    const left = Math.max(0, Math.ceil((this.endsAt - performance.now()) / SECOND_MS));
    if (left === 0) return this.end();
    const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
    const warning = WARNINGS_S.findLast((seconds) => left <= seconds);
    this.showLeft(time, warning !== undefined);
    if (warning === undefined || warning >= this.said) return;
    this.said = warning;
    this.say('soon', { time });
  }

  private end(): void {
    clearInterval(this.timer);
    this.showLeft('0:00', true);
    this.say('ended', {});
  }

  private showLeft(time: string, isLow: boolean): void {
    const left = this.place.querySelector<HTMLElement>('[data-claim-left]');
    if (!left) return;
    left.textContent = time;
    left.toggleAttribute('data-low', isLow);
  }

  private say(name: 'taken' | 'freed' | 'soon' | 'ended', values: Readonly<Record<string, string>>): void {
    const note = this.place.querySelector<HTMLElement>('[data-claim-note]');
    if (note) note.textContent = fill(this.place.dataset[name] ?? '', values);
  }
}

function claimsIn(answer: unknown): LiveClaim[] {
  if (!isObject(answer) || !Array.isArray(answer.projects)) return [];
  return answer.projects.filter(isClaim);
}

const isClaim = (each: unknown): each is LiveClaim =>
  isObject(each) && typeof each.slug === 'string' && typeof each.held === 'string' && typeof each.state === 'string';
