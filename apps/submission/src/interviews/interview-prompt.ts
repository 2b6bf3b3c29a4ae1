import {
  answerBlock,
  type ChatMessage,
  type DataBlock,
  FACTS_BLOCK,
  fenceData,
  type InterviewFacts,
  logBlock,
  questionBlock,
  README_BLOCK,
  REVIEW_BLOCK,
} from '@shipyard/contracts';
import { systemMessage } from '../model/system-message';

export interface AskedQuestion {
  index: number;
  question: string;
  answer: string | null;
}

/** What an interview is about, cut to what the model accepts. */
export interface InterviewMaterial {
  facts: InterviewFacts;
  readme: string;
  review: string;
  logs: { sequence: number; title: string; text: string }[];
  asked: AskedQuestion[];
}

const QUESTION_RULES = [
  'You interview a participant of a program about the project that they made. You draw the next question.',
  'Answer in the given schema: one question of at most 400 characters, in plain text without Markdown, HTML or links.',
  'Ask about something concrete that this README, these logs, the review or the answers so far say or leave open, so that only somebody who did the work can answer well.',
  'Do not repeat a question that was asked. Follow up where an answer was vague. Ask one thing. Do not judge, and do not promise anything.',
  'Write in the language of the answers, or of the README if there are none yet.',
];

const REPORT_RULES = [
  'You report on an interview with a participant of a program, for the staff who will decide about the project.',
  'Answer in the given schema, in plain text without Markdown, HTML or links.',
  'explained_well: what the participant explained well. not_explained: what they did not explain, avoided, or said against what README and logs say.',
  'Each remark cites the numbers of the answers that show it. There is no answer but those in the data.',
  'Describe only. Never decide, score, recommend, or say what the staff should do.',
];

/** Returns the messages that ask for the next question. They depend only on the arguments. */
export function questionMessages(material: InterviewMaterial, fence: string): ChatMessage[] {
  return [systemMessage(QUESTION_RULES, fence), { role: 'user', content: fenceData(fence, blocksOf(material)) }];
}

export function reportMessages(material: InterviewMaterial, fence: string): ChatMessage[] {
  return [systemMessage(REPORT_RULES, fence), { role: 'user', content: fenceData(fence, blocksOf(material)) }];
}

function blocksOf({ facts, readme, review, logs, asked }: InterviewMaterial): DataBlock[] {
  return [
    { name: FACTS_BLOCK, text: JSON.stringify(facts) },
    { name: README_BLOCK, text: readme },
    ...(review === '' ? [] : [{ name: REVIEW_BLOCK, text: review }]),
    ...logs.map(({ sequence, title, text }) => ({ name: logBlock(sequence), text: `${title}\n\n${text}` })),
    ...asked.flatMap(({ index, question, answer }) => [
      { name: questionBlock(index), text: question },
      ...(answer === null ? [] : [{ name: answerBlock(index), text: answer }]),
    ]),
  ];
}
