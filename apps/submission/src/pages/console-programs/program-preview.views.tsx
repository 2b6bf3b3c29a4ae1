import { CsrfField } from '@shipyard/pages';
import type { FormFields } from '@shipyard/http';
import { Button, Callout } from '@shipyard/ui';
import type { Caller } from '../../accounts';
import { ConsolePage } from '../console/console-page';
import type { PageContext } from '../page-context';
import { ProgramSheet } from '../programs/program.views';
import type { ProgramContent } from '../programs/programs.query';
import { draftName, NEW_PROGRAM_URL, programUrl } from './program-urls';

interface PreviewProps {
  page: PageContext;
  caller: Caller;
  content: ProgramContent;
  isNew: boolean;
  fields: FormFields;
}

/** The public page as it would be. The form goes along unseen. */
export function ProgramPreviewPage({ page, caller, content, isNew, fields }: PreviewProps) {
  const words = page.words.consolePrograms.preview;
  const action = isNew ? NEW_PROGRAM_URL : programUrl(content.program.id, 'edit');
  return (
    <ConsolePage page={page} caller={caller} part="programs" title={words.title(content.program.name)}>
      <form
        method="post"
        action={action}
        data-draft-kept-by="edit"
        data-draft={draftName(isNew ? null : content.program.id, fields)}
      >
        <CsrfField page={page} />
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Callout kind="note" word={words.word}>
          <p>{words.nothingStored}</p>
          <div className="ui-buttons">
            <Button choice={{ name: 'step', value: 'save' }}>{isNew ? words.create : words.save}</Button>
            <Button kind="secondary" choice={{ name: 'step', value: 'edit' }}>
              {words.back}
            </Button>
          </div>
        </Callout>
      </form>
      <div className="ui-console-preview">
        <ProgramSheet page={page} {...content} />
      </div>
    </ConsolePage>
  );
}
