import { CsrfField, FormErrors } from '@shipyard/pages';
import { Button, Field } from '@shipyard/ui';
import type { PriceView } from '../models';
import { type PageContext, Part } from '../pages';
import { consoleUrl } from './console-parts';
import { unitText } from './unit-text';
import type { PriceFields, PriceProblems } from './price-form';

export interface PriceFormProps {
  page: PageContext;
  modelId: string;
  units: Omit<PriceView['units'][number], 'price_cny'>[];
  fields: PriceFields;
  problems: PriceProblems;
}

/** A new price of the base list, from a moment on. */
export function PriceForm({ page, modelId, units, fields, problems }: PriceFormProps) {
  const words = page.words.console.models;
  const messageOf = (name: string) => {
    const problem = problems[name];
    return problem && (name === 'day' ? words.dayProblems[problem] : words.priceProblems[problem]);
  };
  const names = [...units.map((_, at) => `price_${at}`), 'day'];
  const labelOf = (at: number) => {
    const unit = units[at];
    return unit ? unitText(unit) : words.day;
  };
  return (
    <Part id="new-price" title={words.newPrice}>
      <form
        className="ui-sheet ui-fields ui-console-form"
        method="post"
        action={consoleUrl('models', modelId, 'prices')}
        noValidate
      >
        <CsrfField page={page} />
        <FormErrors
          words={page.words.console}
          messages={Object.fromEntries(names.map((name) => [name, messageOf(name)]))}
          labels={Object.fromEntries(names.map((name, at) => [name, labelOf(at)]))}
        />
        {units.map((unit, at) => (
          <Field
            key={at}
            name={`price_${at}`}
            label={`${unitText(unit)}, CNY`}
            value={fields.prices[at]}
            error={messageOf(`price_${at}`)}
            autoComplete="off"
            isCode
            isRequired
          />
        ))}
        <div className="ui-field-pair">
          <Field
            name="day"
            type="date"
            label={words.day}
            hint={words.dayHint}
            value={fields.day}
            error={messageOf('day')}
          />
          <Field name="time" type="time" label={words.time} value={fields.time} />
        </div>
        <div className="ui-buttons">
          <Button>{words.setPrice}</Button>
        </div>
      </form>
    </Part>
  );
}
