import { Describe, Holds, ListOf, OrNull } from '@shipyard/http';
import { IsBoolean, IsDate, IsIn, IsString, IsUUID } from 'class-validator';
import { AccountView } from '../accounts';
import { ExportedProjectView } from './exported-project.view';

class ExportedAccountView extends AccountView {
  @Describe('Whether a second factor is on.')
  @IsBoolean()
  second_factor: boolean;
}

class ExportedSessionView {
  @IsUUID()
  id: string;

  @IsDate()
  created_at: Date;

  @IsDate()
  last_seen_at: Date;

  @IsDate()
  expires_at: Date;
}

class ExportedTokenView {
  @IsUUID()
  id: string;

  @IsString()
  name: string;

  @Describe('The last characters of the secret.')
  @IsString()
  last4: string;

  @IsDate()
  created_at: Date;

  @OrNull()
  @IsDate()
  expires_at: Date | null;

  @OrNull()
  @IsDate()
  revoked_at: Date | null;

  @OrNull()
  @IsDate()
  last_used_at: Date | null;

  @OrNull()
  @IsString()
  client_id: string | null;

  @OrNull()
  @IsString({ each: true })
  scopes: string[] | null;
}

class ExportedAccountEntryView {
  @IsString()
  id: string;

  @IsDate()
  at: Date;

  @IsIn(['you', 'staff', 'unknown'])
  by: 'you' | 'staff' | 'unknown';

  @IsString()
  action: string;

  @OrNull()
  @IsString({ each: true })
  roles_before: string[] | null;

  @OrNull()
  @IsString({ each: true })
  roles_after: string[] | null;
}

class ExportedDataView {
  @IsDate()
  exported_at: Date;

  @Holds(() => ExportedAccountView)
  account: ExportedAccountView;

  @ListOf(() => ExportedTokenView)
  tokens: ExportedTokenView[];

  @ListOf(() => ExportedSessionView)
  sessions: ExportedSessionView[];

  @Describe('What the audit says about the account.')
  @ListOf(() => ExportedAccountEntryView)
  audit: ExportedAccountEntryView[];

  @Describe('What the service holds and the export does not contain, and why.')
  @IsString({ each: true })
  left_out: string[];

  @ListOf(() => ExportedProjectView)
  projects: ExportedProjectView[];
}

/** The document is streamed, so this class only describes it. */
export class ExportView {
  @IsIn([true])
  ok: true;

  @Holds(() => ExportedDataView)
  data: ExportedDataView;
}
