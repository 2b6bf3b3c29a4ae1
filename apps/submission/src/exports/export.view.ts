import { Describe, Holds, ListOf, OrNull } from '@shipyard/http';
import { IsBoolean, IsDate, IsIn, IsString, IsUUID } from 'class-validator';
import { AccountView } from '../accounts';
import { ExportedProjectView } from './exported-project.view';

class ExportedAccountView extends AccountView {
  @Describe('Whether a second factor is on.')
  @IsBoolean()
  second_factor: boolean;

  @Describe('The address of the parent or guardian whom you named; null if none.')
  @OrNull()
  @IsString()
  guardian_email: string | null;

  @Describe('The name that they gave when they agreed.')
  @OrNull()
  @IsString()
  guardian_name: string | null;

  @Describe('The email that you asked to change to; null if no change waits.')
  @OrNull()
  @IsString()
  waiting_email: string | null;
}

class ExportedSessionView {
  @Describe('The id of the session.')
  @IsUUID()
  id: string;

  @Describe('When you signed in.')
  @IsDate()
  created_at: Date;

  @Describe('When it was last used.')
  @IsDate()
  last_seen_at: Date;

  @Describe('When it ends.')
  @IsDate()
  expires_at: Date;
}

class ExportedTokenView {
  @Describe('The id of the token.')
  @IsUUID()
  id: string;

  @Describe('The name of the token.')
  @IsString()
  name: string;

  @Describe('The last characters of the secret.')
  @IsString()
  last4: string;

  @Describe('When it was created.')
  @IsDate()
  created_at: Date;

  @Describe('When it stops working. Null: never.')
  @OrNull()
  @IsDate()
  expires_at: Date | null;

  @Describe('When it was revoked. Null if it was not.')
  @OrNull()
  @IsDate()
  revoked_at: Date | null;

  @Describe('When it was last used. Null if it never was.')
  @OrNull()
  @IsDate()
  last_used_at: Date | null;

  @Describe('The connected app that has it. Null if you made it yourself.')
  @OrNull()
  @IsString()
  client_id: string | null;

  @Describe('What the app may do. Null: everything that you can do.')
  @OrNull()
  @IsString({ each: true })
  scopes: string[] | null;
}

class ExportedAccountEntryView {
  @Describe('The id of the entry.')
  @IsString()
  id: string;

  @Describe('When it was done.')
  @IsDate()
  at: Date;

  @Describe('Who did it.')
  @IsIn(['you', 'guardian', 'staff', 'unknown'])
  by: 'you' | 'guardian' | 'staff' | 'unknown';

  @Describe('What was done.')
  @IsString()
  action: string;

  @Describe('The roles before it.')
  @OrNull()
  @IsString({ each: true })
  roles_before: string[] | null;

  @Describe('The roles after it.')
  @OrNull()
  @IsString({ each: true })
  roles_after: string[] | null;
}

class ExportedDataView {
  @Describe('When this was made.')
  @IsDate()
  exported_at: Date;

  @Describe('Your account.')
  @Holds(() => ExportedAccountView)
  account: ExportedAccountView;

  @Describe('Your tokens, without their secrets.')
  @ListOf(() => ExportedTokenView)
  tokens: ExportedTokenView[];

  @Describe('Where you are signed in.')
  @ListOf(() => ExportedSessionView)
  sessions: ExportedSessionView[];

  @Describe('What the audit says about the account.')
  @ListOf(() => ExportedAccountEntryView)
  audit: ExportedAccountEntryView[];

  @Describe('What the service holds and the export does not contain, and why.')
  @IsString({ each: true })
  left_out: string[];

  @Describe('Your projects.')
  @ListOf(() => ExportedProjectView)
  projects: ExportedProjectView[];
}

/** The document is streamed, so this class only describes it. */
export class ExportView {
  @Describe('Always true: failures have another form.')
  @IsIn([true])
  ok: true;

  @Describe('Everything that the service has of you.')
  @Holds(() => ExportedDataView)
  data: ExportedDataView;
}
