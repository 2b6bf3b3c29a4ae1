import { ScanSecret } from '@shipyard/pages';
import type { TotpBegunView } from '../operators';
import type { AnyPageContext } from './page';
import type { ProofProblem } from './page-log-in';

interface ScanStepProps {
  page: AnyPageContext;
  begun: TotpBegunView;
  problem: ProofProblem | null;
  action: string;
}

export const ScanStep = ({ page, begun: { otpauth_url, secret }, problem, action }: ScanStepProps) => (
  <ScanSecret
    page={page}
    words={page.words.console.secondFactor}
    errorWords={page.words.console}
    url={otpauth_url}
    secret={secret}
    hidden={{ otpauth_url }}
    error={problem === null ? undefined : page.words.console.entrance.codeWrong}
    action={action}
  />
);
