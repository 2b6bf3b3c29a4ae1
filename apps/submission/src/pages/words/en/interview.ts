export const interview = {
  title: 'Interview',
  lead: (count: number) =>
    count === 1
      ? 'We ask you 1 question about your project.'
      : `We ask you ${count} questions about your project, one after the other.`,
  rules: [
    'You write your answers. There is no camera and no sound.',
    'You have 60 minutes in all. You can close the page and come back in that time.',
    'Write in your own words. Short answers are fine.',
    'A machine asks the questions: an AI model reads your project and your answers so far.',
    'Staff read your answers, and what the machine writes about them. Nobody else does, and they are never published.',
  ],
  begin: 'Begin the interview',
  ended: 'The last interview ended early',
  endedLead: 'Its time was over. Start again. Earlier answers do not count.',
  kept: 'What you wrote, to copy',
  question: (index: number, total = index) => `Question ${index} of ${total}`,
  progress: (answered: number, total = answered) => `${answered} of ${total} answered`,
  until: 'You can answer until',
  answer: 'Your answer',
  answerHint: '2 to 5,000 characters.',
  refused: {
    length: 'Write an answer of 2 to 5,000 characters.',
    token: 'There is a token in your answer. Take it out, and revoke it, because others may have seen it.',
  },
  answered: (index: number) => `Question ${index} is answered already`,
  notTaken: 'It was answered in another tab, so we did not take this text:',
  send: 'Send answer',
  done: 'You have answered everything',
  doneLead: 'We read your answers and decide. You see the decision here.',
  notNow: 'No interview now',
  notNowLead: 'The interview follows a review that recommends your project, and ends when staff decide.',
  none: 'This program has no interview',
  noneLead: 'After the review, staff decide at once.',
  goOn: 'Go on',
};
