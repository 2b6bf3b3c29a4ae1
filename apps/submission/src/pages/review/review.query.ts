import type { EarlierVerdict, MissingPart } from '@shipyard/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type ChangedSinceReview, type DecisionView, findChangedSinceReview } from '../../project-reads';
import { type ProjectStatusView, type ReviewFailure, ReviewsService, type ReviewView } from '../../reviews';
import type { ProjectStudio } from '../studio/studio.query';
import { type ReadmeSection, sectionsOf } from './readme-sections';
import { type Remark, type Remarked, remarksOf } from './review-remarks';

export interface EarlierRemark {
  text: string;
  verdict: EarlierVerdict | null;
  /** Why, in the words of the model. */
  reason: string | null;
  /** Whether the maker said so, before this review was asked for. */
  isSaidDone: boolean;
}

export interface StudioReview {
  latest: ReviewView | null;
  /** Why the latest review failed. Null for reasons that have no code. */
  failure: ReviewFailure | null;
  /** Why staff sent the project back or rejected it, while that stands. */
  refusal: DecisionView | null;
  missing: MissingPart[];
  mayAsk: boolean;
  /** README and logs are as the last finished review read them, so another one is refused. */
  isUnchanged: boolean;
  /** What is other than the finished review read it. Null without such a review too. */
  changedSince: ChangedSinceReview | null;
  usualSeconds: { from: number; to: number } | null;
  sections: (ReadmeSection & { remarks: Remark[] })[];
  logs: { sequence: number; remarks: Remark[] }[];
  /** What belongs to no section and no log that is there now. */
  wholeProject: Remark[];
  /** What the review before noted, if this one has looked at it again, or its maker said that something is done. */
  earlier: EarlierRemark[];
}

@Injectable()
export class ReviewQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly reviews: ReviewsService,
  ) {}

  async of({ project, caller }: ProjectStudio): Promise<StudioReview> {
    const [status, changed] = await Promise.all([
      this.reviews.status(caller, project.slug),
      findChangedSinceReview(this.dataSource.manager, [project.id]),
    ]);
    const { review } = status;
    const hasFinished = review?.status === 'succeeded';
    return {
      latest: review,
      failure: review?.status === 'failed' ? await this.reviews.failureOf(review.id) : null,
      refusal: standingRefusal(status),
      missing: status.missing,
      mayAsk: status.allowed.includes('request_review'),
      isUnchanged: hasFinished && !changed.has(project.id),
      changedSince: (hasFinished && changed.get(project.id)) || null,
      usualSeconds: status.usual_seconds,
      earlier: hasFinished ? earlierOf(review, await this.reviews.saidDoneOf(review.id)) : [],
      ...(hasFinished ? placeRemarks(review, status.project.readme_html) : NO_REMARKS),
    };
  }
}

/** Reviews of the version before know only what its maker said. */
function earlierOf({ earlier_remarks: earlier }: ReviewView, saidDone: readonly string[]): EarlierRemark[] {
  const known = new Set(earlier.map(({ remark }) => remark));
  const judged = earlier.map(({ remark: text, verdict, reason }) => ({ text, verdict, reason }));
  const others = saidDone.filter((text) => !known.has(text)).map((text) => ({ text, verdict: null, reason: null }));
  return [...judged, ...others]
    .map((remark) => ({ ...remark, isSaidDone: saidDone.includes(remark.text) }))
    .filter(({ verdict, isSaidDone }) => verdict !== null || isSaidDone);
}

/** A later review may have asked for other changes than staff did. */
function standingRefusal({ state, decision, review }: ProjectStatusView): DecisionView | null {
  if (decision === null) return null;
  if (state === 'rejected') return decision.action === 'reject' ? decision : null;
  const isLatest = review?.finished_at == null || review.finished_at <= decision.at;
  return state === 'changes_requested' && decision.action === 'request_changes' && isLatest ? decision : null;
}

type Placed = Pick<StudioReview, 'sections' | 'logs' | 'wholeProject'>;

const NO_REMARKS: Placed = { sections: [], logs: [], wholeProject: [] };

/** Puts each remark beside the section or log that it is about. */
export function placeRemarks(review: Remarked, readmeHtml: string): Placed {
  const remarks = remarksOf(review).map(({ headingId, ...remark }) => ({ ...remark, heading: headingId }));
  const cited = new Set(remarks.flatMap(({ heading }) => heading ?? []));
  const sections = sectionsOf(readmeHtml, cited);
  const begun = new Set(sections.flatMap(({ headingId }) => headingId ?? []));
  const shown = (those: typeof remarks): Remark[] => those.map(({ kind, number, text }) => ({ kind, number, text }));
  const logs = [...new Set(remarks.flatMap(({ log }) => log ?? []))].sort((one, other) => one - other);
  return {
    sections: sections.map((section) => ({
      ...section,
      remarks: shown(remarks.filter(({ heading }) => section.headingId !== null && heading === section.headingId)),
    })),
    logs: logs.map((sequence) => ({ sequence, remarks: shown(remarks.filter(({ log }) => log === sequence)) })),
    wholeProject: shown(remarks.filter(({ heading, log }) => log == null && !(heading != null && begun.has(heading)))),
  };
}
