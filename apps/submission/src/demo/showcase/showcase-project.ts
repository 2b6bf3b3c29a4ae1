import type { Action, ProjectReviewOutput, ProjectStatus, Visibility } from '@shipyard/contracts';
import type { ReviewFailure } from '../../reviews';

/** A part of a drawing, in fractions of its width and height. */
export interface DrawingPart {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Drawing {
  /** Without text, so that no font of the machine matters. */
  svg: string;
  /** In pixels. */
  width: number;
}

export interface Picture {
  drawing: Drawing;
  part?: DrawingPart;
}

export interface ShowcaseLog {
  /** How many days ago. */
  day: number;
  title: string;
  text: string;
  /** Names of pictures. */
  photos?: string[];
}

export type ShowcaseStep = { day: number } & (
  | { review: ProjectReviewOutput }
  | { failed: ReviewFailure }
  | { action: Extract<Action, 'approve' | 'submit_shipment'> }
  | { action: 'mark_shipped'; parcel: { carrier: string; tracking: string } }
);

export interface ShowcaseProject {
  slug: string;
  /** A handle, or the participant of credentials.json. */
  maker: string;
  /** An id, or the program of credentials.json. */
  programId: string;
  /** How many days ago. */
  begun: number;
  /** Its front matter gives name, tagline, tags, color and demo_urls. */
  readme: string;
  status: ProjectStatus;
  visibility?: Visibility;
  /** By the name that README and logs use. */
  pictures: Record<string, Picture>;
  logs: ShowcaseLog[];
  history: ShowcaseStep[];
}
