import type { ReactNode } from 'react';
import type { FormFields, HttpError } from '@shipyard/http';
import type { Guardian, NewTokenView, SessionView, TokenView } from '../../accounts';
import type { EmailChangeView } from '../../email-change';
import type { PageContext } from '../page-context';
import { Saved } from '../saved';
import type { Studio } from '../studio/studio.query';
import type { SettingsErrors, SettingsField, SettingsPart } from './settings-errors';

export interface SettingsProps {
  page: PageContext;
  studio: Studio;
  tokens: readonly TokenView[];
  sessions: readonly SessionView[];
  /** The change of the email that waits. */
  emailChange: EmailChangeView | null;
  /** The id of the next token, so that its form makes one token however often it is sent. */
  nextTokenId: string;
  values: FormFields;
  errors: SettingsErrors;
  refusal: HttpError | null;
  saved: SettingsPart | null;
  newToken: NewTokenView | null;
  /** Whom the account has named. Null also if it needs none. */
  guardian: Guardian | null;
  /** Whether a person of this age may have a guardian here. */
  mayHaveGuardian: boolean;
  /** The npm name of the command line. */
  cliPackage: string;
}

export type Messages = Partial<Record<SettingsField, string>>;

type SectionId =
  | 'profile'
  | 'email'
  | 'birth'
  | 'guardian'
  | 'tokens'
  | 'password'
  | 'second-factor'
  | 'sessions'
  | 'apps'
  | 'data'
  | 'erase';

interface PartFrameProps {
  /** The id of the section. */
  part: SectionId;
  title: string;
  /** What was just done, if it was in this part. */
  saved?: string | null;
  children: ReactNode;
}

export function Part({ part, title, saved, children }: PartFrameProps) {
  return (
    <section className="ui-part" id={part} aria-labelledby={`${part}-title`}>
      <h2 className="ui-section-title" id={`${part}-title`}>
        {title}
      </h2>
      {saved && <Saved text={saved} />}
      {children}
    </section>
  );
}
