import type { RubricItem } from '@shipyard/contracts';

/** What a prepared question can be about. */
export interface InterviewSubject {
  name: string;
  logTitle: string | null;
  rubric: RubricItem[];
}

/** As many as an interview can have, so that none is asked twice. */
const FOR_ANY_PROJECT = [
  'Who is your project for, and how do you know that they want it?',
  'Which part was the hardest to build, and how did you get it to work?',
  'What did you try that did not work, and what did you learn from it?',
  'Which decision would you make differently today, and why?',
  'How did you test that it works, and what did the tests not cover?',
  'Which parts, tools or libraries did you choose, and what did you compare them with?',
  'What happens in your project, step by step, from the first input to the result?',
  'What is the weakest point of your project, and how could it fail in use?',
  'Which part did you make yourself, and which did you take from others?',
  'What surprised you most while you worked on it?',
  'How would somebody else build the same project from what you wrote down?',
  'What did you leave out on purpose, and why?',
  'How has your plan changed between the first log and the last one?',
  'What did you have to learn for this project, and how did you learn it?',
  'How safe is your project for the people who use it, and what did you do about it?',
  'What does it cost in parts, time or power, and where could it cost less?',
  'What feedback did you get, and what did you change because of it?',
  'Which log shows your work best, and what does it not show?',
  'What would you do with one more month?',
];

/**
 * Returns the question that is asked if no model has drawn one in time. The rubric of the program comes first. The
 * questions of one interview all differ.
 */
export function preparedQuestion({ name, logTitle, rubric }: InterviewSubject, index: number): string {
  const questions = [
    ...rubric.map(
      ({ label }) =>
        `The program looks at “${label}”. Where does “${name}” show it, and what would you do better next time?`,
    ),
    logTitle === null
      ? `Tell us about “${name}”: what does it do, and what made you build it?`
      : `Your latest log about “${name}” is “${logTitle}”. What did you want to do there, what did not go as you had planned, and what did you change?`,
    ...FOR_ANY_PROJECT,
  ];
  const question = questions[index - 1];
  if (question === undefined) throw new Error(`No question is prepared for number ${index}`);
  return question;
}
