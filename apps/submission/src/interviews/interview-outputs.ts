import type { InterviewQuestionOutput, InterviewRemark, InterviewReportOutput } from '@shipyard/contracts';
import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsInt, IsString, MaxLength, ValidateNested } from 'class-validator';
import { plainModelText } from '../model/plain-model-text';
import { readModelAnswer } from '../model/read-model-answer';

const QUESTION = { least: 8, most: 1_000 };
const REMARKS_MAX = 20;
const REMARK_MAX = 2_000;

class AnsweredQuestion implements InterviewQuestionOutput {
  @IsString()
  @MaxLength(4 * QUESTION.most)
  question: string;
}

class AnsweredRemark implements InterviewRemark {
  @IsString()
  @MaxLength(REMARK_MAX)
  text: string;

  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(REMARKS_MAX)
  @IsInt({ each: true })
  answers: number[];
}

class AnsweredReport implements InterviewReportOutput {
  @IsArray()
  @ArrayMaxSize(REMARKS_MAX)
  @ValidateNested({ each: true })
  @Type(() => AnsweredRemark)
  explained_well: AnsweredRemark[];

  @IsArray()
  @ArrayMaxSize(REMARKS_MAX)
  @ValidateNested({ each: true })
  @Type(() => AnsweredRemark)
  not_explained: AnsweredRemark[];
}

/** Returns the drawn question, or null if it is of no use: empty, too long, asked before, or shows the fence. */
export function readQuestion(content: unknown, asked: readonly string[], fence: string): string | null {
  const answer = readModelAnswer(AnsweredQuestion, content);
  if (!answer || answer.question.includes(fence)) return null;
  const question = plainModelText(answer.question, QUESTION.most + 1).replace(/\s+/g, ' ');
  const { length } = [...question];
  return length < QUESTION.least || length > QUESTION.most || asked.includes(question) ? null : question;
}

/** Returns the report, or null if it is of no use or cites an answer that is not there. */
export function readReport(
  content: unknown,
  answered: ReadonlySet<number>,
  fence: string,
): { explainedWell: InterviewRemark[]; notExplained: InterviewRemark[] } | null {
  const answer = readModelAnswer(AnsweredReport, content);
  if (!answer || String(content).includes(fence)) return null;
  const remarks = [...answer.explained_well, ...answer.not_explained];
  if (remarks.length === 0 || remarks.some(({ answers }) => answers.some((index) => !answered.has(index)))) return null;
  return { explainedWell: plainRemarks(answer.explained_well), notExplained: plainRemarks(answer.not_explained) };
}

const plainRemarks = (remarks: InterviewRemark[]): InterviewRemark[] =>
  remarks
    .map(({ text, answers }) => ({
      text: plainModelText(text, REMARK_MAX),
      answers: [...new Set(answers)].sort((one, other) => one - other),
    }))
    .filter(({ text }) => text !== '');
