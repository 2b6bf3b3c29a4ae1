import { ConsoleHeader, type ConsoleHeaderProps } from '@shipyard/pages';
import type { ReactNode } from 'react';
import { type AnyPageContext, Page } from './page';

interface ConsoleFrameProps extends Omit<ConsoleHeaderProps, 'page'> {
  page: AnyPageContext;
  title: string;
  isError?: boolean;
  children: ReactNode;
}

/** The frame of the pages behind a log-in: of operators and of members. */
export const ConsoleFrame = ({ page, title, isError, children, ...header }: ConsoleFrameProps) => (
  <Page
    page={page}
    title={title}
    isError={isError}
    styleSheets={['studio', 'console', 'operators']}
    header={<ConsoleHeader page={page} {...header} />}
  >
    <div className="ui-console">{children}</div>
  </Page>
);
