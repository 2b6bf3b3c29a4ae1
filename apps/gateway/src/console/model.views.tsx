import { LocalTime } from '@shipyard/pages';
import { Callout, grouped, Price, sumText, Table } from '@shipyard/ui';
import { type PageContext, Part } from '../pages';
import { ConsolePage } from './console-page';
import { consoleUrl } from './console-parts';
import type { ModelFacts, PricedUnit } from './model-facts.query';
import { ModelRoutes } from './model-routes.views';
import { ModelState } from './models.views';
import { type PriceFormProps, PriceForm } from './price-form.views';
import { unitText } from './unit-text';

interface ModelProps {
  page: PageContext;
  facts: ModelFacts;
  form: Pick<PriceFormProps, 'units' | 'fields' | 'problems'>;
  isPriced: boolean;
}

/** One model: what customers pay, what it costs us, and who answers. */
export function ModelPage({ page, facts, form, isPriced }: ModelProps) {
  const words = page.words.console.models;
  const { model } = facts;
  return (
    <ConsolePage page={page} part="models" title={model.id} isError={Object.keys(form.problems).length > 0}>
      <p className="ui-crumb">
        <a href={consoleUrl('models')}>{words.title}</a>
      </p>
      <h1 className="ui-title">{model.id}</h1>
      <p className="ui-console-summary">
        <ModelState page={page} model={model} /> {words.shownAs} <b>{model.display_name}</b> · {words.ownedBy}{' '}
        <b>{model.owned_by}</b>
        {model.max_input_tokens > 0 &&
          ` · ${words.tokens(grouped(String(model.max_input_tokens)), grouped(String(model.max_output_tokens)))}`}
      </p>
      {isPriced && (
        <div role="status">
          <Callout kind="tip" word={words.priced}>
            <p>{words.pricedLead}</p>
          </Callout>
        </div>
      )}
      <div className="ui-overview">
        <Pays page={page} facts={facts} />
        <PricesInTime page={page} facts={facts} />
      </div>
      <ModelRoutes page={page} facts={facts} />
      {page.session?.role !== 'viewer' && <PriceForm page={page} modelId={model.id} {...form} />}
    </ConsolePage>
  );
}

type FactsProps = Pick<ModelProps, 'page' | 'facts'>;

const signed = (percent: number) => `${percent < 0 ? '−' : ''}${Math.abs(percent).toFixed(1)} %`;

const isLoss = ({ marginPercent }: PricedUnit) => marginPercent !== null && marginPercent < 0;

const Margin = ({ of: { marginPercent }, of }: { of: PricedUnit }) => (
  <span className={isLoss(of) ? 'ui-tone-stop ui-state' : undefined}>
    {marginPercent === null ? '–' : signed(marginPercent)}
  </span>
);

function Pays({ page, facts: { inForce, units } }: FactsProps) {
  const words = page.words.console.models;
  const losses = units.filter(isLoss);
  return (
    <Part id="pays" title={words.pays}>
      {inForce ? (
        <p className="ui-hint">
          {words.since} <LocalTime page={page} time={new Date(inForce.effective_from)} />
        </p>
      ) : (
        <p>{words.noPrice}</p>
      )}
      {units.length > 0 && (
        <Table
          label={words.pays}
          rows={units}
          keyOf={({ unit }) => unitText(unit)}
          isMarked={isLoss}
          columns={[
            { name: words.unit, cell: ({ unit }) => unitText(unit) },
            { name: words.price, isNumber: true, cell: ({ unit }) => <Price cny={unit.price_cny} /> },
            {
              name: words.dearest,
              isNumber: true,
              cell: ({ dearestCny }) => (dearestCny === null ? words.unknown : <Price cny={dearestCny} />),
            },
            { name: words.worst, isNumber: true, cell: (unit) => <Margin of={unit} /> },
          ]}
        />
      )}
      {losses.length > 0 && (
        <Callout kind="caution" word={words.loses}>
          <p>{words.losesLead(losses.map(({ unit }) => unitText(unit)).join(', '))}</p>
        </Callout>
      )}
    </Part>
  );
}

function PricesInTime({ page, facts: { prices, inForce } }: FactsProps) {
  const words = page.words.console.models;
  const now = Date.now();
  return (
    <Part id="in-time" title={words.inTime}>
      <ol className="ui-price-times" reversed>
        {prices.map((price) => (
          <li key={price.id}>
            <b>
              {price === inForce ? words.now : Date.parse(price.effective_from) > now ? words.from : words.earlier}{' '}
              <LocalTime page={page} time={new Date(price.effective_from)} />
            </b>
            <br />
            {price.units.map((unit) => `${unitText(unit)} ${sumText(unit.price_cny)}`).join(' · ')}
          </li>
        ))}
      </ol>
      <p className="ui-hint">{words.dated}</p>
    </Part>
  );
}
