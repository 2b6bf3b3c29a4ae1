import { type components, dataOf, type ShipyardClient, ShipyardError } from '@shipyard/client';
import type { Command, CommandContext } from '../command';
import type { Connection } from '../connection/connect';
import { signedIn } from '../connection/signed-in';
import { readProjectConfig } from '../project/project-config';
import { KeptInterviews } from '../settings/kept-interview';
import type { Prompts } from '../terminal/prompts';
import { requirePrompts } from '../terminal/require-prompts';

type Question = components['schemas']['QuestionView'];

interface OpenInterview {
  interviewId: string;
  session: ShipyardClient;
  question: Question | null;
}

const ANSWER_LEAST = 2;
const ANSWER_MOST = 5000;

/** Goes on with an interview that was interrupted, as long as its session lasts. */
export const run: Command = async (context) => {
  const { output, words, configFolder } = context;
  const prompts = requirePrompts(context);
  const { slug } = await readProjectConfig(context);
  const connection = await signedIn(context);
  const kept = new KeptInterviews(configFolder);
  const interview =
    (await resume(kept, slug, connection, context)) ?? (await begin(kept, slug, connection, prompts, context));
  if (interview === null) return output.tell(words.interview.notBegun);
  const data = await answerAll(interview, prompts, context);
  await kept.forget(connection.apiUrl, slug);
  output.result(data, [words.interview.done]);
};

/** Null if there is none to go on with. */
async function resume(
  kept: KeptInterviews,
  slug: string,
  { apiUrl, clientWith }: Connection,
  { output, words }: CommandContext,
): Promise<OpenInterview | null> {
  const found = await kept.find(apiUrl, slug);
  if (found === null) return null;
  const { interviewId } = found;
  const session = clientWith(found.token);
  try {
    const { interview } = await dataOf(
      session.GET('/api/v1/interviews/{interviewId}', { params: { path: { interviewId } } }),
    );
    output.tell(words.interview.goesOn);
    return { interviewId, session, question: interview.question };
  } catch (error) {
    // Its time is over, or a newer one has ended it.
    if (!(error instanceof ShipyardError)) throw error;
    await kept.forget(apiUrl, slug);
    return null;
  }
}

async function begin(
  kept: KeptInterviews,
  slug: string,
  { client, apiUrl, clientWith }: Connection,
  prompts: Prompts,
  { words }: CommandContext,
): Promise<OpenInterview | null> {
  if (!(await prompts.confirm(words.interview.begin))) return null;
  const started = await dataOf(client.POST('/api/v1/projects/{slug}/interview/start', { params: { path: { slug } } }));
  const { credential } = started.interview;
  const { interview } = await dataOf(client.POST('/api/v1/interviews/redeem', { body: { credential } }));
  const { id: interviewId, session_token: token, expires_at: expiresAt, question } = interview;
  await kept.keep(apiUrl, slug, { interviewId, token, expiresAt });
  return { interviewId, session: clientWith(token), question };
}

async function answerAll(
  { interviewId, session, ...interview }: OpenInterview,
  prompts: Prompts,
  { words }: CommandContext,
) {
  let { question } = interview;
  let data: { question: Question | null; done: boolean } = { question, done: question === null };
  while (question !== null) {
    const { index, total, text } = question;
    const answer = await prompts.longText({
      message: `${words.interview.question(index, total)}\n${text}`,
      validate: (value) => lengthProblem(value, words.interview.length(ANSWER_LEAST, ANSWER_MOST)),
      confirm: words.interview.send,
    });
    data = await dataOf(
      session.POST('/api/v1/interviews/{interviewId}/answers', {
        params: { path: { interviewId } },
        body: { answer, index },
      }),
    );
    ({ question } = data);
  }
  return data;
}

function lengthProblem(value: string, problem: string): string | undefined {
  const { length } = [...value.trim()];
  return length < ANSWER_LEAST || length > ANSWER_MOST ? problem : undefined;
}
