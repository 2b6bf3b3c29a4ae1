import { INTERVIEW_QUESTION, INTERVIEW_REPORT } from '@shipyard/contracts';
import { answerAsReviewer, type FakeRequestBody, type SupplierBehavior, type TestStack } from '@shipyard/testing';
import { type ReviewStack, startReviewStack } from './review-stack';

export interface Gate {
  open: () => void;
  opened: Promise<void>;
}

export function gate(): Gate {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

type Scripted = SupplierBehavior | Gate;

/** Small, so that a project can exceed the model's input. */
const MAX_INPUT_TOKENS = 13_000;

/**
 * A stack whose model answers as a script says, by the project that it is asked about. The texts or the name of such a
 * project contain its slug. A gate holds back the usual answer until it opens.
 */
export class ScriptedModel {
  private started: ReviewStack | undefined;
  private readonly scripts = new Map<string, Scripted[]>();

  async start(): Promise<void> {
    this.started = await startReviewStack((body) => this.answer(body), MAX_INPUT_TOKENS);
  }

  async stop(): Promise<void> {
    await this.started?.stop();
  }

  get stack(): TestStack {
    return this.present.stack;
  }

  /** The answers to the calls about a project, in order, or to those with this schema alone. */
  script(slug: string, answers: Scripted[], schema = ''): void {
    this.scripts.set(keyOf(slug, schema), answers);
  }

  callsOf(slug: string, schema?: string) {
    return this.present.supplier.calls.filter(
      ({ body }) => slugIn(body) === slug && (schema === undefined || schemaOf(body) === schema),
    );
  }

  private answer(body: FakeRequestBody): SupplierBehavior {
    const slug = slugIn(body);
    const script = this.scripts.get(keyOf(slug, schemaOf(body))) ?? this.scripts.get(keyOf(slug, ''));
    const scripted = script?.shift() ?? usualAnswer(body);
    return 'opened' in scripted ? { ...usualAnswer(body), after: scripted.opened } : scripted;
  }

  private get present(): ReviewStack {
    if (this.started === undefined) throw new Error('The stack has not started');
    return this.started;
  }
}

const keyOf = (slug: string, schema: string) => `${slug} ${schema}`;
const slugIn = (body: FakeRequestBody) => /e2e-[a-z0-9-]+/.exec(JSON.stringify(body.messages))?.[0] ?? '';
const schemaOf = (body: FakeRequestBody) =>
  body.response_format?.type === 'json_schema' ? body.response_format.json_schema.name : '';

export const answerOf = (answer: object) => ({ kind: 'answer' as const, words: [JSON.stringify(answer)] });
export const drawn = (question: string) => answerOf({ question });
export const report = (...answers: number[]) =>
  answerOf({ explained_well: [{ text: 'It was clear.', answers }], not_explained: [] });

function usualAnswer(body: FakeRequestBody) {
  const schema = schemaOf(body);
  if (schema === INTERVIEW_QUESTION) return drawn(`What is in ${JSON.stringify(body.messages).length} bytes?`);
  return schema === INTERVIEW_REPORT ? report(1) : answerAsReviewer(body);
}
