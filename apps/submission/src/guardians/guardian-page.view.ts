import { PROJECT_STATES, type ProjectState, VISIBILITIES, type Visibility } from '@shipyard/contracts';
import { Describe, Holds, ListOf, OrNull } from '@shipyard/http';
import { IsBoolean, IsDate, IsIn, IsString } from 'class-validator';
import { GUARDIAN_STATUSES, type GuardianStatus, GuardianView } from '../accounts';
import { PrizeView } from '../programs';
import { ProjectSummaryView } from '../project-reads';

export class RequestedGuardianView {
  @Describe('The guardian, who was asked.')
  @Holds(() => GuardianView)
  guardian: GuardianView;
}

export class ChildView {
  @Describe('The name of the account in URLs.')
  @IsString()
  handle: string;

  @Describe('The name that others see.')
  @IsString()
  display_name: string;
}

export class ChildProjectView extends ProjectSummaryView {
  @Describe('Who may see it, as the child chose. While it is hidden, nobody but the child and staff sees it.')
  @IsIn(VISIBILITIES)
  visibility: Visibility;

  @Describe('The state of the project.')
  @IsIn(PROJECT_STATES)
  state: ProjectState;

  @Describe('Who hid it; null if it is not hidden. A guardian can show again only what they hid themselves.')
  @OrNull()
  @IsIn(['staff', 'guardian'])
  hidden_by: 'staff' | 'guardian' | null;

  @Describe('When you agreed to the next parcel for it; null if you did not.')
  @OrNull()
  @IsDate()
  shipment_agreed_at: Date | null;
}

export class ChildProjectAnswerView {
  @Describe('The project as it is now.')
  @Holds(() => ChildProjectView)
  project: ChildProjectView;
}

export class ChildProgramView {
  @Describe('The id of the program.')
  @IsString()
  id: string;

  @Describe('The name of the program.')
  @IsString()
  name: string;

  @Describe('What it sends to participants; null if nothing.')
  @OrNull()
  @Holds(() => PrizeView)
  prize: PrizeView | null;
}

/** What the guardian of an account sees. */
export class GuardianPageView {
  @Describe('The holder of the account.')
  @Holds(() => ChildView)
  child: ChildView;

  @Describe('What you said: `asked`: nothing yet.')
  @IsIn(GUARDIAN_STATUSES)
  status: GuardianStatus;

  @Describe('Your name, as you gave it; null if you did not.')
  @OrNull()
  @IsString()
  name: string | null;

  @Describe('Whether search engines and feeds may show the pages of the child.')
  @IsBoolean()
  indexing: boolean;

  @Describe('When you agreed; null if you did not.')
  @OrNull()
  @IsDate()
  agreed_at: Date | null;

  @Describe('When you asked for the deletion of the account; null if you did not.')
  @OrNull()
  @IsDate()
  deletion_requested_at: Date | null;

  @Describe('When your link expires. Each mail from us renews it.')
  @IsDate()
  link_expires_at: Date;

  @Describe('The projects of the child, newest first.')
  @ListOf(() => ChildProjectView)
  projects: ChildProjectView[];

  @Describe('The programs that the child takes part in, and what they send.')
  @ListOf(() => ChildProgramView)
  programs: ChildProgramView[];
}
