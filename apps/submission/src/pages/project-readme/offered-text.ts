import { questionLine, questionSections } from '@shipyard/ui/readme-questions';
import type { ChosenLog, StudioProject } from '../../project-reads';
import type { Words } from '../words/words';

/** What the address of the editor asks to begin with, or to add: `?begin=questions` and `?log=3&log=5`. */
export interface Asked {
  questions: boolean;
  logs: number[];
  /** Whether the form of the logs was sent without one. */
  choseNoLog: boolean;
}

export function askedBy(query: Readonly<Record<string, unknown>>): Asked {
  const logs = [query.log]
    .flat()
    .map(Number)
    .filter((each) => Number.isSafeInteger(each) && each > 0);
  return {
    questions: query.begin === 'questions',
    logs: [...new Set(logs)],
    choseNoLog: query.add === 'logs' && logs.length === 0,
  };
}

/** Text that the writer asked for, to stand behind what is there. Null if nothing was asked for. */
export function offeredText(
  words: Words,
  project: Pick<StudioProject, 'id' | 'hasReadme' | 'program'>,
  asked: Asked,
  logs: readonly ChosenLog[],
): string | null {
  const { start } = words.editor;
  if (asked.questions && !project.hasReadme) {
    const { rubric } = project.program;
    const looksFor = rubric.length === 0 ? '' : `${questionLine(start.looksFor(rubric.join(' · ')))}\n\n`;
    return looksFor + questionSections(Object.values(start.questions), start.answerHere);
  }
  const chosen = logs.filter(({ contentMd }) => contentMd !== null);
  return chosen.length === 0 ? null : chosen.map((log) => textOf(project.id, log)).join('\n');
}

/** The text of a log as a section, with those of its pictures that the text does not show. */
function textOf(projectId: string, { title, contentMd, images }: ChosenLog): string {
  const text = (contentMd ?? '').trim();
  const pictures = images.filter((name) => !text.includes(name)).map((name) => `![](cloud://${projectId}/${name})\n`);
  return [`## ${title}\n`, `${text}\n`, ...pictures].join('\n');
}
