import type { FormFields } from '@shipyard/http';
import { Button, LinkButton, PersonText, TextField } from '@shipyard/ui';
import type { Caller } from '../../accounts';
import { ConsolePage, CsrfField } from '../console/console-page';
import { consoleUrl } from '../console/console-parts';
import type { PageContext } from '../page-context';
import { MOST_LINES, writeParcels } from './parcel-lines';
import type { CheckedParcel } from './parcels.service';
import { refusalText } from './refusal-text';

/** Begins the names of the boxes of the list. */
export const TICK = 'tick_';
export const PARCELS_FORM = 'parcels-form';

/** The slugs of the ticked rows, in their order. */
export const tickedIn = (fields: FormFields): string[] =>
  Object.keys(fields).flatMap((name) => (name.startsWith(TICK) ? [name.slice(TICK.length)] : []));

interface ParcelsProps {
  page: PageContext;
  checked: readonly CheckedParcel[];
  /** Whether those without a problem were shipped, or would be. */
  isDone: boolean;
}

export function ParcelsPage({ page, caller, checked, isDone }: ParcelsProps & { caller: Caller }) {
  const words = page.words.consoleShipments.many;
  const failed = checked.filter(({ problem }) => problem !== null);
  const good = checked.length - failed.length;
  const title = isDone ? words.done(good) : words.check(good);
  return (
    <ConsolePage page={page} caller={caller} part="shipments" title={title} isError={failed.length > 0}>
      <h1 className="ui-title">{title}</h1>
      {failed.length > 0 && <p className="ui-lead">{words.failed(failed.length)}</p>}
      <Checked page={page} checked={checked} isDone={isDone} />
      {!isDone && good > 0 && (
        <form method="post" action={consoleUrl('shipments', 'new', 'send')} data-plain="">
          <CsrfField page={page} />
          <input type="hidden" name="parcels" value={writeParcels(checked.map(({ parcel }) => parcel))} />
          <div className="ui-buttons">
            <Button>{words.send(good)}</Button>
          </div>
        </form>
      )}
      {failed.length > 0 && (
        <ParcelsForm page={page} value={writeParcels((isDone ? failed : checked).map(({ parcel }) => parcel))} />
      )}
      <div className="ui-buttons">
        <LinkButton kind="quiet" href={consoleUrl('shipments')}>
          {page.words.consoleShipments.backToList}
        </LinkButton>
      </div>
    </ConsolePage>
  );
}

function Checked({ page, checked, isDone }: ParcelsProps) {
  const { consoleShipments: words } = page.words;
  return (
    <div className="ui-table-box" role="region" aria-label={words.many.list} tabIndex={0}>
      <table className="ui-table">
        <thead>
          <tr>
            <th scope="col">{words.project}</th>
            <th scope="col">{words.carrier}</th>
            <th scope="col">{words.tracking}</th>
            <th scope="col">{words.state}</th>
          </tr>
        </thead>
        <tbody>
          {checked.map(({ parcel, problem }, at) => (
            <tr key={at}>
              <td>
                <PersonText text={parcel.slug} />
              </td>
              <td>
                <PersonText text={parcel.carrier ?? ''} />
              </td>
              <td>
                <PersonText text={parcel.tracking ?? ''} />
              </td>
              <td>
                {problem === null ? (isDone ? words.states.shipped : words.many.ready) : problemText(page, problem)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const problemText = ({ words }: PageContext, problem: NonNullable<CheckedParcel['problem']>) =>
  typeof problem === 'string' ? words.consoleShipments.many.problems[problem] : refusalText(words, problem);

/** The boxes of the list belong to this form too. */
export function ParcelsForm({ page, value, labelsUrl }: { page: PageContext; value?: string; labelsUrl?: string }) {
  const words = page.words.consoleShipments.many;
  return (
    <form
      className="ui-sheet ui-fields ui-console-form"
      id={PARCELS_FORM}
      method="post"
      action={consoleUrl('shipments', 'new', 'check')}
      data-plain=""
    >
      <CsrfField page={page} />
      <h2 className="ui-section-title">{words.title}</h2>
      <TextField name="parcels" label={words.list} hint={words.hint(MOST_LINES)} value={value} rows={6} />
      <div className="ui-buttons">
        <Button kind="secondary">{words.look}</Button>
        {labelsUrl !== undefined && (
          <Button kind="secondary" action={labelsUrl} describedBy="labels-recorded">
            {page.words.consoleParcels.labels}
          </Button>
        )}
      </div>
      {labelsUrl !== undefined && (
        <p className="ui-hint" id="labels-recorded">
          {page.words.consoleParcels.labelsRecorded}
        </p>
      )}
    </form>
  );
}
