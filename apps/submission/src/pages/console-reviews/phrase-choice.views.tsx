import { Button, SelectField } from '@shipyard/ui';
import { startOf } from '../console-programs/phrase-form';
import { programUrl } from '../console-programs/program-urls';
import type { PageContext } from '../page-context';

interface PhraseChoiceProps {
  page: PageContext;
  programId: string;
  phrases: readonly string[];
}

/** The name of the button that puts a phrase into the reason. Nothing is decided then. */
export const INSERT = 'insert';

/** Inside the form of the decision. A script inserts without asking the server. */
export function PhraseChoice({ page, programId, phrases }: PhraseChoiceProps) {
  const words = page.words.consolePrograms.choosing;
  const edit = <a href={programUrl(programId, 'phrases')}>{phrases.length === 0 ? words.write : words.edit}</a>;
  if (phrases.length === 0) return <p className="ui-small">{edit}</p>;
  return (
    <div className="ui-phrase-choice" data-phrases-for="reason">
      <SelectField
        name="phrase"
        label={words.label}
        options={[
          { value: '', text: words.none },
          ...phrases.map((phrase) => ({ value: phrase, text: startOf(phrase) })),
        ]}
      />
      <div className="ui-buttons">
        <Button kind="secondary" choice={{ name: INSERT, value: 'yes' }}>
          {words.insert}
        </Button>
        {edit}
      </div>
    </div>
  );
}

/** The reason with the phrase below what was typed. */
export const withPhrase = (reason = '', phrase = ''): string =>
  [reason.trimEnd(), phrase].filter((text) => text !== '').join('\n\n');
