import {
  type DataBlock,
  FACTS_BLOCK,
  INTERVIEW_QUESTION,
  INTERVIEW_REPORT,
  type InterviewFacts,
  type InterviewQuestionOutput,
  type InterviewReportOutput,
  readFencedData,
} from '@shipyard/contracts';
import { isJsonObject } from '@shipyard/platform/json-object';

/** An answer of this many characters explains something, as far as the sandbox can count. */
const ENOUGH_ANSWER = 40;

export function answerInterview(schemaName: unknown, question: string): object | undefined {
  if (schemaName !== INTERVIEW_QUESTION && schemaName !== INTERVIEW_REPORT) return undefined;
  const blocks = readFencedData(question);
  if (!blocks) return undefined;
  return schemaName === INTERVIEW_REPORT ? report(blocks) : nextQuestion(blocks);
}

function nextQuestion(blocks: readonly DataBlock[]): InterviewQuestionOutput | undefined {
  const facts = readFacts(blocks.find(({ name }) => name === FACTS_BLOCK)?.text);
  if (!facts) return undefined;
  const { index = 1, project } = facts;
  const log = numbered(blocks, 'log').toReversed()[index - 1];
  if (log) {
    const title = log.text.split('\n')[0];
    return { question: `In log ${log.number}, “${title}”, what did you try, and how did it go?` };
  }
  const answer = numbered(blocks, 'answer').at(-1);
  return {
    question: answer
      ? `Your answer ${answer.number} about “${project.name}” has ${[...answer.text].length} characters. What did you leave out?`
      : `What does “${project.name}” do, and what made you build it?`,
  };
}

function report(blocks: readonly DataBlock[]): InterviewReportOutput {
  const answers = numbered(blocks, 'answer').map(({ number, text }) => ({ number, length: [...text].length }));
  const remark = ({ number, length }: { number: number; length: number }) => ({
    text: `Answer ${number} has ${length} characters. This is a sandbox report: no model has read it.`,
    answers: [number],
  });
  return {
    explained_well: answers.filter(({ length }) => length >= ENOUGH_ANSWER).map(remark),
    not_explained: answers.filter(({ length }) => length < ENOUGH_ANSWER).map(remark),
  };
}

function numbered(blocks: readonly DataBlock[], kind: 'log' | 'answer'): { number: number; text: string }[] {
  return blocks
    .flatMap(({ name, text }) => {
      const [word, number] = name.split(' ');
      return word === kind && number !== undefined ? [{ number: Number(number), text }] : [];
    })
    .sort((one, other) => one.number - other.number);
}

function readFacts(text: string | undefined): Pick<InterviewFacts, 'index' | 'project'> | undefined {
  try {
    const facts: unknown = text === undefined ? undefined : JSON.parse(text);
    return isJsonObject(facts) && isJsonObject(facts.project) && typeof facts.project.name === 'string'
      ? (facts as Pick<InterviewFacts, 'index'> & { project: InterviewFacts['project'] })
      : undefined;
  } catch {
    return undefined;
  }
}
