import {
  type Color,
  COLORS,
  PROJECT_STATES,
  PROJECT_STATUSES,
  type ProjectState,
  type ProjectStatus,
  VISIBILITIES,
  type Visibility,
} from '@shipyard/contracts';
import { Describe, Holds, ListOf, OrNull } from '@shipyard/http';
import { IsBoolean, IsDate, IsIn, IsInt, IsString, IsUUID } from 'class-validator';

class HeldRecipientView {
  @IsDate()
  held_since: Date;

  @IsString()
  held_until: string;
}

class ExportedParcelView {
  @IsString()
  submitted_at: string;

  @IsString()
  shipped_at: string;

  @OrNull()
  @IsString()
  carrier: string | null;

  @OrNull()
  @IsString()
  tracking: string | null;
}

class ExportedConsentView {
  @IsString()
  text_version: string;

  @IsString()
  confirmed_at: string;
}

class ExportedShipmentView {
  @Describe('Null if no address is held. The address itself is in no response.')
  @OrNull()
  @Holds(() => HeldRecipientView)
  recipient: HeldRecipientView | null;

  @ListOf(() => ExportedParcelView)
  parcels: ExportedParcelView[];

  @ListOf(() => ExportedConsentView)
  guardian_consents: ExportedConsentView[];
}

class ExportedImageView {
  @IsString()
  file_id: string;

  @Describe('The URL, relative to the service.')
  @IsString()
  url: string;

  @Describe("The path of its file in the project's folder, as it was sent. Null if nobody named one.")
  @OrNull()
  @IsString()
  path: string | null;

  @IsInt()
  bytes: number;

  @IsInt()
  width: number;

  @IsInt()
  height: number;

  @IsDate()
  created_at: Date;
}

class ExportedReviewView {
  @IsUUID()
  id: string;

  @IsString()
  status: string;

  @IsDate()
  requested_at: Date;

  @OrNull()
  @IsDate()
  finished_at: Date | null;

  @OrNull()
  @IsBoolean()
  recommended: boolean | null;

  @OrNull()
  @IsString()
  summary: string | null;

  @OrNull()
  @IsString({ each: true })
  highlights: string[] | null;

  @OrNull()
  @IsString()
  public_review: string | null;

  @OrNull()
  @IsString({ each: true })
  comments: string[] | null;

  @OrNull()
  @IsString({ each: true })
  suggestions: string[] | null;

  @OrNull()
  @IsString()
  failure: string | null;
}

class ExportedQuestionView {
  @IsInt()
  index: number;

  @IsString()
  question: string;

  @OrNull()
  @IsString()
  answer: string | null;

  @OrNull()
  @IsString()
  answered_at: string | null;
}

class ExportedInterviewView {
  @IsUUID()
  id: string;

  @IsDate()
  created_at: Date;

  @OrNull()
  @IsDate()
  redeemed_at: Date | null;

  @OrNull()
  @IsDate()
  finished_at: Date | null;

  @ListOf(() => ExportedQuestionView)
  questions: ExportedQuestionView[];
}

class ExportedMoveView {
  @IsString()
  id: string;

  @IsDate()
  at: Date;

  @Describe('The role of the person or process that acted.')
  @IsString()
  actor: string;

  @IsString()
  action: string;

  @OrNull()
  @IsString()
  from_state: string | null;

  @IsString()
  to_state: string;

  @OrNull()
  @IsString()
  reason: string | null;
}

class ExportedReadmeImageView {
  @Describe('What the README calls it.')
  @IsString()
  path: string;

  @IsUUID()
  asset_id: string;

  @IsString()
  extension: string;
}

class ExportedReadmeView {
  @IsString()
  markdown: string;

  @IsDate()
  updated_at: Date;

  @ListOf(() => ExportedReadmeImageView)
  images: ExportedReadmeImageView[];
}

class ExportedLogImageView {
  @IsUUID()
  asset_id: string;

  @IsString()
  extension: string;
}

class ExportedLogView {
  @IsUUID()
  id: string;

  @IsInt()
  sequence: number;

  @IsString()
  title: string;

  @IsString()
  text: string;

  @IsString()
  content_md: string;

  @IsDate()
  created_at: Date;

  @OrNull()
  @IsDate()
  removed_at: Date | null;

  @ListOf(() => ExportedLogImageView)
  images: ExportedLogImageView[];
}

export class ExportedProjectView {
  @IsUUID()
  id: string;

  @IsString()
  slug: string;

  @IsString()
  name: string;

  @IsString()
  tagline: string;

  @IsString({ each: true })
  tags: string[];

  @IsString({ each: true })
  demo_urls: string[];

  @IsIn(COLORS)
  color: Color;

  @IsIn(VISIBILITIES)
  visibility: Visibility;

  @OrNull()
  @IsDate()
  hidden_at: Date | null;

  @IsIn(PROJECT_STATUSES)
  project_status: ProjectStatus;

  @IsIn(PROJECT_STATES)
  state: ProjectState;

  @IsString()
  program_id: string;

  @IsDate()
  created_at: Date;

  @IsDate()
  updated_at: Date;

  @OrNull()
  @IsDate()
  shipped_at: Date | null;

  @Holds(() => ExportedShipmentView)
  shipment: ExportedShipmentView;

  @ListOf(() => ExportedImageView)
  images: ExportedImageView[];

  @ListOf(() => ExportedReviewView)
  reviews: ExportedReviewView[];

  @Describe('Questions that were asked, and the answers.')
  @ListOf(() => ExportedInterviewView)
  interviews: ExportedInterviewView[];

  @Describe('The moves of the project through the lifecycle.')
  @ListOf(() => ExportedMoveView)
  history: ExportedMoveView[];

  @OrNull()
  @Holds(() => ExportedReadmeView)
  readme: ExportedReadmeView | null;

  @Describe('All logs, by sequence.')
  @ListOf(() => ExportedLogView)
  logs: ExportedLogView[];
}
