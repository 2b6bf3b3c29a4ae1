import { type components, dataOf } from '@shipyard/client';
import type { Command } from '../command';
import { signedIn } from '../connection/signed-in';
import { readProjectConfig } from '../project/project-config';
import { requirePrompts } from '../terminal/require-prompts';

type Question = components['schemas']['QuestionView'];

const ANSWER_LEAST = 2;
const ANSWER_MOST = 5000;

export const run: Command = async (context) => {
  const { output, words } = context;
  const prompts = requirePrompts(context);
  const { slug } = await readProjectConfig(context);
  const { client, clientWith } = await signedIn(context);
  if (!(await prompts.confirm(words.interview.begin))) return output.tell(words.interview.notBegun);
  const started = await dataOf(client.POST('/api/v1/projects/{slug}/interview/start', { params: { path: { slug } } }));
  const { credential } = started.interview;
  const redeemed = await dataOf(client.POST('/api/v1/interviews/redeem', { body: { credential } }));
  const { id: interviewId, session_token: token } = redeemed.interview;
  // The session token stays in this process, as on the page of the studio.
  const session = clientWith(token);
  let question: Question | null = redeemed.interview.question;
  let data: { question: Question | null; done: boolean } = { question, done: false };
  while (question !== null) {
    const { index, total, text } = question;
    const answer = await prompts.text({
      message: `${words.interview.question(index, total)}\n${text}`,
      validate: (value) => lengthProblem(value, words.interview.length(ANSWER_LEAST, ANSWER_MOST)),
    });
    data = await dataOf(
      session.POST('/api/v1/interviews/{interviewId}/answers', {
        params: { path: { interviewId } },
        body: { answer, index },
      }),
    );
    ({ question } = data);
  }
  output.result(data, [words.interview.done]);
};

function lengthProblem(value: string, problem: string): string | undefined {
  const { length } = [...value.trim()];
  return length < ANSWER_LEAST || length > ANSWER_MOST ? problem : undefined;
}
