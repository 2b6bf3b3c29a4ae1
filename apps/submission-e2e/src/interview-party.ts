import { type ApiCall, callApi } from '@shipyard/testing';
import type { Failure, Participant } from './participant';

export interface QuestionView {
  index: number;
  total: number;
  text: string;
}

export interface OpenInterview {
  id: string;
  project: { slug: string };
  creator: { handle: string };
  session_token: string;
  expires_at: string;
  question: QuestionView | null;
  done: boolean;
}

export interface Answered {
  question: QuestionView | null;
  done: boolean;
}

export interface StaffInterview {
  id: string;
  finished_at: string | null;
  transcript: { question: string; answer: string }[];
  report: {
    explained_well: { text: string; answers: number[] }[];
    not_explained: { text: string; answers: number[] }[];
    written_at: string;
  } | null;
}

type Reply<Data> = { ok: true; data: Data } & Omit<Failure, 'ok'>;

/** The holder of a session token, who is interviewed. */
export class InterviewParty {
  private constructor(
    readonly url: string,
    readonly id: string,
    readonly token: string,
    readonly first: QuestionView,
  ) {}

  static async begin(url: string, owner: Participant, slug: string): Promise<InterviewParty> {
    const started = await owner.call<{ interview: { credential: string } }>(
      'POST',
      `/projects/${slug}/interview/start`,
    );
    const { credential } = started.body.data.interview;
    const { body } = await callApi<Reply<{ interview: OpenInterview & { question: QuestionView } }>>(
      url,
      'POST',
      '/interviews/redeem',
      { json: { credential } },
    );
    const { id, session_token: token, question } = body.data.interview;
    return new InterviewParty(url, id, token, question);
  }

  read(call: ApiCall = {}) {
    return callApi<Reply<{ interview: OpenInterview }>>(this.url, 'GET', `/interviews/${this.id}`, {
      token: this.token,
      ...call,
    });
  }

  answer(answer: unknown, index?: unknown, call: ApiCall = {}) {
    const json = { answer, ...(index !== undefined && { index }) };
    return callApi<Reply<Answered>>(this.url, 'POST', `/interviews/${this.id}/answers`, {
      token: this.token,
      json,
      ...call,
    });
  }
}
