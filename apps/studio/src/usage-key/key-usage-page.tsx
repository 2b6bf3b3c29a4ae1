import { type FormEvent, useState } from 'react';
import {
  Button,
  Callout,
  DayChart,
  Field,
  Figure,
  grouped,
  type KeyUsageWords,
  PersonText,
  Sum,
  sumText,
  Table,
} from '@shipyard/ui';
import { dayAndClock, fill } from '../words';
import { type KeyUsage, readUsage, Refused } from './read-usage';

interface Props {
  words: KeyUsageWords;
}

interface Seen extends Props {
  usage: KeyUsage;
}

type Standing = { kind: 'empty' } | { kind: 'reading' } | { kind: 'refused'; message: string };

/** The form for the key, and then what the key sees. The key is kept in this state alone. */
export function KeyUsagePage({ words }: Props) {
  const [key, setKey] = useState('');
  const [usage, setUsage] = useState<KeyUsage | null>(null);
  const [standing, setStanding] = useState<Standing>({ kind: 'empty' });

  const read = async (typed: string) => {
    if (typed === '') return setStanding({ kind: 'refused', message: words.missing });
    setStanding({ kind: 'reading' });
    try {
      setUsage(await readUsage(typed));
      setKey(typed);
      setStanding({ kind: 'empty' });
    } catch (error) {
      setStanding({ kind: 'refused', message: messageOf(words, error) });
    }
  };
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('key');
    void read(typeof typed === 'string' ? typed.trim() : '');
  };
  const forget = () => {
    setKey('');
    setUsage(null);
    setStanding({ kind: 'empty' });
  };

  const error = standing.kind === 'refused' ? standing.message : undefined;
  if (usage === null)
    return (
      <form className="ui-sheet ui-fields ui-console-form" onSubmit={send} noValidate>
        <Field
          name="key"
          type="password"
          label={words.key}
          hint={words.keyHint}
          error={error}
          autoComplete="off"
          isCode
          isRequired
        />
        <div className="ui-buttons">
          <Button>{words.show}</Button>
          <span role="status">{standing.kind === 'reading' ? words.reading : ''}</span>
        </div>
      </form>
    );
  return (
    <>
      <div className="ui-spread">
        <h2 className="ui-section-title">{fill(words.shown, { last4: usage.last4 })}</h2>
        <p className="ui-buttons">
          <button className="ui-button ui-button-secondary" type="button" onClick={() => void read(key)}>
            {words.again}
          </button>
          <button className="ui-button ui-button-quiet" type="button" onClick={forget}>
            {words.forget}
          </button>
          <span role="status">{standing.kind === 'reading' ? words.reading : ''}</span>
        </p>
      </div>
      {error !== undefined && (
        <div role="alert">
          <Callout kind="caution" word={words.refused.split(/[:：]/)[0] ?? ''}>
            <p>{error}</p>
          </Callout>
        </div>
      )}
      <UsageOfKey words={words} usage={usage} />
    </>
  );
}

function messageOf(words: KeyUsageWords, error: unknown): string {
  if (!(error instanceof Refused) || error.code === null) return words.unreachable;
  return error.status === 401 ? words.wrong : fill(words.refused, { code: error.code, message: error.message });
}

function UsageOfKey({ words, usage }: Seen) {
  const { daysLeft } = usage;
  const chart = {
    ...words,
    chartSays: (most: string, day: string) => fill(words.chartSays, { most, day }),
  };
  const lasts =
    daysLeft === null ? words.unused : daysLeft === 0 ? words.over : fill(words.days, { days: Math.floor(daysLeft) });
  return (
    <>
      <dl className="ui-figures">
        <Figure term={words.canSpend} note={fill(words.balance, { balance: sumText(usage.balanceCny) })}>
          <Sum cny={usage.availableCny} />
        </Figure>
        <Figure term={words.held} note={words.heldWhy}>
          <Sum cny={usage.heldCny} />
        </Figure>
        <Figure term={words.lasts} note={words.atRate}>
          {lasts}
        </Figure>
      </dl>
      <section className="ui-part">
        <h2 className="ui-section-title">{words.chart}</h2>
        <DayChart words={chart} days={usage.days} />
      </section>
      <section className="ui-part ui-console-halves">
        <h2 className="ui-section-title">{words.limits}</h2>
        <Limits words={words} usage={usage} />
      </section>
      <section className="ui-part ui-console-halves">
        <h2 className="ui-section-title">{words.byModel}</h2>
        <Models words={words} usage={usage} />
      </section>
      <section className="ui-part ui-console-halves">
        <h2 className="ui-section-title">{words.allKeys}</h2>
        <Keys words={words} usage={usage} />
      </section>
    </>
  );
}

function Limits({ words, usage: { budget, requests, tokens } }: Seen) {
  const lang = document.documentElement.lang;
  return (
    <>
      <p>
        {budget === null
          ? words.noBudget
          : fill(words.budgetSays, {
              used: sumText(budget.usedCny),
              amount: sumText(budget.amountCny),
              time: dayAndClock(new Date(budget.resetsAt), lang),
            })}
      </p>
      {requests && <p>{fill(words.requestsLeft, { ...requests })}</p>}
      {tokens && <p>{fill(words.tokensLeft, { ...tokens })}</p>}
      {!requests && !tokens && <p>{words.noLimits}</p>}
    </>
  );
}

function Models({ words, usage: { models } }: Seen) {
  if (models.length === 0) return <p className="ui-hint">{words.chartEmpty}</p>;
  return (
    <Table
      label={words.byModel}
      rows={models}
      keyOf={({ model }) => model ?? ''}
      columns={[
        { name: words.model, cell: ({ model }) => model ?? words.noModel },
        { name: words.requests, isNumber: true, cell: ({ requests }) => grouped(String(requests)) },
        { name: words.failed, isNumber: true, cell: ({ errors }) => grouped(String(errors)) },
        { name: words.charged, isNumber: true, cell: ({ costCny }) => <Sum cny={costCny} /> },
      ]}
    />
  );
}

function Keys({ words, usage: { keys } }: Seen) {
  if (keys === null) return <p>{words.ownOnly}</p>;
  const lang = document.documentElement.lang;
  return (
    <Table
      label={words.allKeys}
      rows={keys}
      keyOf={({ id }) => id}
      columns={[
        {
          name: words.name,
          cell: ({ name, last4 }) => (
            <>
              <PersonText text={name} /> <code className="ui-key-end">…{last4}</code>
            </>
          ),
        },
        { name: words.models, cell: ({ models }) => models?.join(', ') ?? words.allModels },
        {
          name: words.ends,
          cell: ({ expiresAt }) => (expiresAt === null ? words.never : dayAndClock(new Date(expiresAt), lang)),
        },
      ]}
    />
  );
}
