import { CsrfField, FormErrors } from '@shipyard/pages';
import { Button, Callout, Field, Message, PersonText } from '@shipyard/ui';
import type { WaitingDevice } from '../../oauth';
import { ApprovalFields, type ApprovalProblem, ApprovalProblemAbove } from '../approval';
import { Page } from '../page';
import type { PageContext } from '../page-context';

interface AskForCodeProps {
  page: PageContext;
  typed: string;
  isWrong: boolean;
  /** Staff type the code into a form that no link can stand for. */
  isForStaff: boolean;
}

export function AskForCodePage({ page, typed, isWrong, isForStaff }: AskForCodeProps) {
  const { device: words } = page.words.connect;
  const error = isWrong ? words.codeWrong : undefined;
  return (
    <Page page={page} title={words.title} isError={isWrong}>
      <Message title={words.title} lead={words.codeLead}>
        <FormErrors words={page.words} messages={{ user_code: error }} labels={{ user_code: words.code }} />
        <form className="ui-sheet ui-fields" method={isForStaff ? 'post' : 'get'} action="/device" noValidate>
          {isForStaff && <CsrfField page={page} />}
          {isForStaff && <p>{words.typeIt}</p>}
          <Field
            name="user_code"
            label={words.code}
            hint={words.codeHint}
            value={typed}
            error={error}
            autoComplete="off"
            isRequired
            isCode
          />
          <div className="ui-buttons">
            <Button>{words.next}</Button>
          </div>
        </form>
      </Message>
    </Page>
  );
}

interface DeviceProps {
  page: PageContext;
  device: WaitingDevice;
  userCode: string;
  handle: string;
  isForStaff: boolean;
  asksForPassword: boolean;
  problem: ApprovalProblem | null;
}

export function DevicePage(props: DeviceProps) {
  const { page, device, userCode, handle, isForStaff, asksForPassword, problem } = props;
  const { device: words } = page.words.connect;
  return (
    <Page page={page} title={words.title} isError={problem !== null}>
      <Message title={words.title} lead={words.lead}>
        <ApprovalProblemAbove page={page} problem={problem} />
        <form className="ui-sheet ui-fields" method="post" action="/device" noValidate>
          <CsrfField page={page} />
          <input type="hidden" name="user_code" value={userCode} />
          <dl className="ui-facts">
            <dt>{words.shownCode}</dt>
            <dd>
              <code className="ui-user-code" translate="no">
                {userCode}
              </code>
            </dd>
            <dt>{words.name}</dt>
            <dd>{device.name === null ? words.nameless : <PersonText text={device.name} />}</dd>
            <dt>{page.words.connect.account}</dt>
            <dd translate="no">@{handle}</dd>
          </dl>
          {isForStaff && <p>{words.staffLimit}</p>}
          <Callout kind="warning" word={words.warning}>
            <p>{words.warningText}</p>
          </Callout>
          <ApprovalFields page={page} problem={problem} asksForPassword={asksForPassword} />
        </form>
      </Message>
    </Page>
  );
}

export function DeviceDonePage({ page, words }: { page: PageContext; words: { title: string; lead: string } }) {
  return (
    <Page page={page} title={words.title}>
      <Message title={words.title} lead={words.lead} />
    </Page>
  );
}
