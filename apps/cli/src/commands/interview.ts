import { type components, dataOf, type ShipyardClient, ShipyardError } from '@shipyard/client';
import type { Command, CommandContext } from '../command';
import type { Connection } from '../connection/connect';
import { Interrupted } from '../failure';
import { signedIn } from '../connection/signed-in';
import { readProjectConfig } from '../project/project-config';
import { requireAction } from '../project/required-action';
import { type KeptInterview, KeptInterviews } from '../settings/kept-interview';
import { TextInterrupted } from '../terminal/long-text';
import type { Prompts } from '../terminal/prompts';
import { requirePrompts } from '../terminal/require-prompts';

type Question = components['schemas']['QuestionView'];

interface OpenInterview {
  kept: KeptInterview;
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
  const keep = (changed: KeptInterview) => kept.keep(connection.apiUrl, slug, changed);
  const data = await answerAll(interview, keep, prompts, context);
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
    return { kept: found, session, question: interview.question };
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
  context: CommandContext,
): Promise<OpenInterview | null> {
  await requireAction(client, slug, 'start_interview', context);
  const { words } = context;
  if (!(await prompts.confirm(words.interview.begin))) return null;
  const started = await dataOf(client.POST('/api/v1/projects/{slug}/interview/start', { params: { path: { slug } } }));
  const { credential } = started.interview;
  const { interview } = await dataOf(client.POST('/api/v1/interviews/redeem', { body: { credential } }));
  const { id: interviewId, session_token: token, expires_at: expiresAt, question } = interview;
  const begun = { interviewId, token, expiresAt, draft: null };
  await kept.keep(apiUrl, slug, begun);
  return { kept: begun, session: clientWith(token), question };
}

async function answerAll(
  { kept, session, ...interview }: OpenInterview,
  keep: (changed: KeptInterview) => Promise<void>,
  prompts: Prompts,
  { words }: CommandContext,
) {
  let { question } = interview;
  let data: { question: Question | null; done: boolean } = { question, done: question === null };
  while (question !== null) {
    const { index, total, text } = question;
    const draft = kept.draft?.index === index ? kept.draft.text : '';
    const asked = prompts.longText({
      message: `${words.interview.question(index, total)}\n${text}`,
      before: draft,
      beforeHint: words.interview.draft,
      validate: (value) => lengthProblem(value, words.interview.length(ANSWER_LEAST, ANSWER_MOST)),
      confirm: words.interview.send,
    });
    const answer = await asked.catch(async (error: unknown) => {
      if (!(error instanceof TextInterrupted)) throw error;
      await keep({ ...kept, draft: { index, text: error.text } });
      throw new Interrupted(words.interrupted, words.interview.resumeHint(minutesUntil(kept.expiresAt)));
    });
    data = await dataOf(
      session.POST('/api/v1/interviews/{interviewId}/answers', {
        params: { path: { interviewId: kept.interviewId } },
        body: { answer, index },
      }),
    );
    ({ question } = data);
  }
  return data;
}

const minutesUntil = (time: string): number => Math.max(1, Math.floor((Date.parse(time) - Date.now()) / 60_000));

function lengthProblem(value: string, problem: string): string | undefined {
  const { length } = [...value.trim()];
  return length < ANSWER_LEAST || length > ANSWER_MOST ? problem : undefined;
}
