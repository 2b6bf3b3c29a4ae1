import { MapOf, Describe, Holds, OrNull } from '@shipyard/http';
import type { ProjectState } from '@shipyard/contracts';
import { IsInt, Min } from 'class-validator';

export class WaitView {
  @Describe('Half of them waited at most so many seconds. Null if nothing was counted.')
  @OrNull()
  @IsInt()
  @Min(0)
  median_seconds: number | null;

  @Describe('Nine of ten waited at most so many seconds. Null if nothing was counted.')
  @OrNull()
  @IsInt()
  @Min(0)
  p90_seconds: number | null;
}

export class WaitsView {
  @Describe('From the request of a review to its result.')
  @Holds(() => WaitView)
  review: WaitView;

  @Describe('From the review, or the interview after it, to the decision of staff.')
  @Holds(() => WaitView)
  decision: WaitView;

  @Describe('From the recommendation to the end of the interview.')
  @Holds(() => WaitView)
  interview: WaitView;

  @Describe('From the approval to the delivery address.')
  @Holds(() => WaitView)
  address: WaitView;

  @Describe('From the delivery address to the parcel.')
  @Holds(() => WaitView)
  shipping: WaitView;
}

export class AgreementView {
  @Describe('How many decisions had a review before them.')
  @IsInt()
  @Min(0)
  decided: number;

  @Describe('How many of these decided as the review recommended.')
  @IsInt()
  @Min(0)
  as_recommended: number;
}

export class FiguresView {
  @Describe('How many projects are in each state of the lifecycle now.')
  @MapOf('number')
  by_state: Record<ProjectState, number>;

  @Describe('How many decisions staff made, without those that were taken back.')
  @IsInt()
  @Min(0)
  decided: number;

  @Describe('How long each step took.')
  @Holds(() => WaitsView)
  waits: WaitsView;

  @Describe('How often staff decided as the review recommended.')
  @Holds(() => AgreementView)
  agreement: AgreementView;
}
