import type { ReactNode } from 'react';
import type { FormFields, HttpError } from '@shipyard/http';
import type { Guardian, NewTokenView, TokenView } from '../../accounts';
import type { PageContext } from '../page-context';
import { Saved } from '../saved';
import type { Studio } from '../studio/studio.query';
import type { SettingsErrors, SettingsField, SettingsPart } from './settings-errors';

export interface SettingsProps {
  page: PageContext;
  studio: Studio;
  tokens: readonly TokenView[];
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
}

export type Messages = Partial<Record<SettingsField, string>>;

interface PartFrameProps {
  part: SettingsPart | 'apps' | 'data' | 'erase';
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
