import {
  PROJECT_FIELD_NAMES,
  PROJECT_STATES,
  PROJECT_STATUSES,
  type ProjectFields,
  type ProjectState,
  type ProjectStatus,
  VISIBILITIES,
  type Visibility,
} from '@shipyard/contracts';
import { Describe, Holds, ListOf, OrNull, withFields } from '@shipyard/http';
import { IsBoolean, IsDate, IsIn, IsInt, IsString, IsUUID } from 'class-validator';
import { ShowField } from '../project-reads';

class HeldRecipientView {
  @Describe('Since when it is stored.')
  @IsDate()
  held_since: Date;

  @Describe('Where it goes, by two letters of ISO 3166-1. Null if you did not say it.')
  @OrNull()
  @IsString()
  country: string | null;

  @Describe('When it is deleted at the latest.')
  @IsString()
  held_until: string;
}

class ExportedParcelView {
  @Describe('When you sent the address.')
  @IsString()
  submitted_at: string;

  @Describe('When the parcel was sent. Null if it was not.')
  @IsString()
  shipped_at: string;

  @Describe('Who carries it. Null if it is not known.')
  @OrNull()
  @IsString()
  carrier: string | null;

  @Describe('The number to follow it. Null if it is not known.')
  @OrNull()
  @IsString()
  tracking: string | null;
}

class ExportedConsentView {
  @Describe('The version of the text that was confirmed.')
  @IsString()
  text_version: string;

  @Describe('When it was confirmed.')
  @IsString()
  confirmed_at: string;
}

class ExportedShipmentView {
  @Describe('Null if no address is held. The address itself is in no response.')
  @OrNull()
  @Holds(() => HeldRecipientView)
  recipient: HeldRecipientView | null;

  @Describe('The parcels of the project.')
  @ListOf(() => ExportedParcelView)
  parcels: ExportedParcelView[];

  @Describe('What a parent or guardian confirmed.')
  @ListOf(() => ExportedConsentView)
  guardian_consents: ExportedConsentView[];
}

class ExportedImageView {
  @Describe('`cloud://<project id>/<asset id>.<ext>`.')
  @IsString()
  file_id: string;

  @Describe('The URL, relative to the service.')
  @IsString()
  url: string;

  @Describe("The path of its file in the project's folder, as it was sent. Null if nobody named one.")
  @OrNull()
  @IsString()
  path: string | null;

  @Describe('The size of the file.')
  @IsInt()
  bytes: number;

  @Describe('In pixels.')
  @IsInt()
  width: number;

  @Describe('In pixels.')
  @IsInt()
  height: number;

  @Describe('When it was uploaded.')
  @IsDate()
  created_at: Date;
}

class ExportedEarlierRemarkView {
  @Describe('What the review before noted.')
  @IsString()
  remark: string;

  @Describe('Whether this review found it met: met, partly or not_met. Null if it said nothing.')
  @OrNull()
  @IsString()
  verdict: string | null;

  @Describe('Why. Null if it said nothing.')
  @OrNull()
  @IsString()
  reason: string | null;
}

class ExportedReviewView {
  @Describe('The id of the review.')
  @IsUUID()
  id: string;

  @Describe('How far the review is.')
  @IsString()
  status: string;

  @Describe('When it was asked for.')
  @IsDate()
  requested_at: Date;

  @Describe('When it ended. Null until then.')
  @OrNull()
  @IsDate()
  finished_at: Date | null;

  @Describe('Whether it recommends the project. Null until then.')
  @OrNull()
  @IsBoolean()
  recommended: boolean | null;

  @Describe('What the project is. Null until then.')
  @OrNull()
  @IsString()
  summary: string | null;

  @Describe('What stands out.')
  @OrNull()
  @IsString({ each: true })
  highlights: string[] | null;

  @Describe('What everyone can read. Null until then.')
  @OrNull()
  @IsString()
  public_review: string | null;

  @Describe('What only you and staff can read.')
  @OrNull()
  @IsString({ each: true })
  comments: string[] | null;

  @Describe('What to do next.')
  @OrNull()
  @IsString({ each: true })
  suggestions: string[] | null;

  @Describe('Which remarks of the review before are met.')
  @ListOf(() => ExportedEarlierRemarkView)
  earlier_remarks: ExportedEarlierRemarkView[];

  @Describe('Why it failed. Null if it did not.')
  @OrNull()
  @IsString()
  failure: string | null;
}

class ExportedQuestionView {
  @Describe('The number of the question, from 1.')
  @IsInt()
  index: number;

  @Describe('What was asked.')
  @IsString()
  question: string;

  @Describe('What you answered. Null if you did not.')
  @OrNull()
  @IsString()
  answer: string | null;

  @Describe('When you answered. Null if you did not.')
  @OrNull()
  @IsString()
  answered_at: string | null;
}

class ExportedInterviewView {
  @Describe('The id of the interview.')
  @IsUUID()
  id: string;

  @Describe('When it was started.')
  @IsDate()
  created_at: Date;

  @Describe('When its credential was used. Null if it was not.')
  @OrNull()
  @IsDate()
  redeemed_at: Date | null;

  @Describe('When the last question was answered. Null until then.')
  @OrNull()
  @IsDate()
  finished_at: Date | null;

  @Describe('The questions and your answers.')
  @ListOf(() => ExportedQuestionView)
  questions: ExportedQuestionView[];
}

class ExportedMoveView {
  @Describe('The id of the entry.')
  @IsString()
  id: string;

  @Describe('When it was done.')
  @IsDate()
  at: Date;

  @Describe('The role of the person or process that acted.')
  @IsString()
  actor: string;

  @Describe('What was done.')
  @IsString()
  action: string;

  @Describe('The state before it.')
  @OrNull()
  @IsString()
  from_state: string | null;

  @Describe('The state after it.')
  @IsString()
  to_state: string;

  @Describe('What staff wrote. Null if nothing.')
  @OrNull()
  @IsString()
  reason: string | null;
}

class ExportedReadmeImageView {
  @Describe('What the README calls it.')
  @IsString()
  path: string;

  @Describe('The id of the image.')
  @IsUUID()
  asset_id: string;

  @Describe('The ending of its file name.')
  @IsString()
  extension: string;
}

class ExportedReadmeView {
  @Describe('The README as it was sent.')
  @IsString()
  markdown: string;

  @Describe('When it was last changed.')
  @IsDate()
  updated_at: Date;

  @Describe('The images in it.')
  @ListOf(() => ExportedReadmeImageView)
  images: ExportedReadmeImageView[];
}

class ExportedLogImageView {
  @Describe('The id of the image.')
  @IsUUID()
  asset_id: string;

  @Describe('The ending of its file name.')
  @IsString()
  extension: string;

  @Describe('What you wrote to describe it. Empty if nothing.')
  @IsString()
  caption: string;
}

class ExportedLogView {
  @Describe('The id of the log.')
  @IsUUID()
  id: string;

  @Describe('Its number in the project.')
  @IsInt()
  sequence: number;

  @Describe('The title of the log.')
  @IsString()
  title: string;

  @Describe('The log as plain text.')
  @IsString()
  text: string;

  @Describe('The log as Markdown.')
  @IsString()
  content_md: string;

  @Describe('When it was written.')
  @IsDate()
  created_at: Date;

  @Describe('When staff removed it. Null if they did not.')
  @OrNull()
  @IsDate()
  removed_at: Date | null;

  @Describe('When you withdrew it. Null if you did not.')
  @OrNull()
  @IsDate()
  withdrawn_at: Date | null;

  @Describe('The images of the log.')
  @ListOf(() => ExportedLogImageView)
  images: ExportedLogImageView[];
}

const ExportedFields = withFields<ProjectFields>(PROJECT_FIELD_NAMES, (field) =>
  ShowField(field, field === 'tags' ? 'Its tags.' : undefined),
);

export class ExportedProjectView extends ExportedFields {
  @Describe('The id of the project.')
  @IsUUID()
  id: string;

  @Describe('The name of the project in URLs.')
  @IsString()
  slug: string;

  @Describe('Who may see it.')
  @IsIn(VISIBILITIES)
  visibility: Visibility;

  @Describe('When staff hid it. Null if they did not.')
  @OrNull()
  @IsDate()
  hidden_at: Date | null;

  @Describe('When your parent or guardian hid it; null if it is not hidden by them.')
  @OrNull()
  @IsDate()
  guardian_hidden_at: Date | null;

  @Describe('What you declared.')
  @IsIn(PROJECT_STATUSES)
  project_status: ProjectStatus;

  @Describe('The state in the lifecycle.')
  @IsIn(PROJECT_STATES)
  state: ProjectState;

  @Describe('The program that it joined.')
  @IsString()
  program_id: string;

  @Describe('When it was created.')
  @IsDate()
  created_at: Date;

  @Describe('When it was last changed.')
  @IsDate()
  updated_at: Date;

  @Describe('When the prize was sent. Null until then.')
  @OrNull()
  @IsDate()
  shipped_at: Date | null;

  @Describe('When you said that the prize has arrived. Null until then.')
  @OrNull()
  @IsDate()
  arrived_at: Date | null;

  @Describe('What is stored about the parcel.')
  @Holds(() => ExportedShipmentView)
  shipment: ExportedShipmentView;

  @Describe('The images that you uploaded.')
  @ListOf(() => ExportedImageView)
  images: ExportedImageView[];

  @Describe('The reviews of the project.')
  @ListOf(() => ExportedReviewView)
  reviews: ExportedReviewView[];

  @Describe('Questions that were asked, and the answers.')
  @ListOf(() => ExportedInterviewView)
  interviews: ExportedInterviewView[];

  @Describe('The moves of the project through the lifecycle.')
  @ListOf(() => ExportedMoveView)
  history: ExportedMoveView[];

  @Describe('The README. Null if there is none.')
  @OrNull()
  @Holds(() => ExportedReadmeView)
  readme: ExportedReadmeView | null;

  @Describe('All logs, by sequence.')
  @ListOf(() => ExportedLogView)
  logs: ExportedLogView[];
}
