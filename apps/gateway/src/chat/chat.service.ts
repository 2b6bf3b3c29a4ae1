/*
 * A chat, in order: model → what it can do → limits of the key → price → route → hold → supplier → settle or release.
 * The outcomes and what each costs:
 *
 *   the answer is whole, usage given             what the supplier counted
 *   the answer is whole, no usage                what we count, marked as estimated, never above the hold
 *   refused or failed before anything came       nothing; the hold is released
 *   the stream broke after its first words       what had come, counted by us unless the supplier said; the customer sees an error event
 *   the client left before anything came         nothing; the supplier's call is stopped
 *   the client left in the middle of a stream    what had come; the supplier's call is stopped
 *   our process died                             nothing; the reaper releases the hold
 *
 * Every charge is on disk before the customer can take the answer for whole: the last pieces of a stream wait for it.
 */
import { Inject, Injectable } from '@nestjs/common';
import { HttpError, openAiErrors } from '@shipyard/http';
import type { Logger } from '@shipyard/platform';
import { BillingService, type Hold } from '../billing/billing.service';
import { LOGGER } from '../config';
import type { AnswerKeeper } from '../idempotency/idempotency.service';
import { assertModelAllowed, type Caller } from '../keys/enterprise-key.guard';
import { KeyLimitsService, type PassedCall } from '../limits/key-limits.service';
import { type CatalogModel, CatalogService } from '../models/catalog.service';
import { type AnswerIdentity, answerIdentity, toChunkView, toCompletionView, type UsageFigures } from '../openai/chat-completion.view';
import { type Attempt, outcomeOf, RequestLogService } from '../requests/request-log.service';
import { type ChatCall, type SupplierChunk, SupplierError, SuppliersService, toCustomerError } from '../suppliers/suppliers.service';
import type { PromptTokens } from '../tokens/prompt-tokens';
import { loadTokenizer, type Tokenizer } from '../tokens/tokenizer';
import { chatCost, type ChatPrices, chatPrices, highestChatCost } from './chat-cost';
import { assertCapable, measureInput } from './chat-limits';
import { ChatMeter } from './chat-meter';
import type { ChatRequest } from './chat-request';

/** What the limits count for an answer of which the customer has not said how long it may get. */
const USUAL_OUTPUT_TOKENS = 1_024;

/** A chat that may be sent, as far as the key's limits go. */
interface PassedChat {
  caller: Caller;
  passed: PassedCall;
  found: CatalogModel;
  request: ChatRequest;
  input: PromptTokens;
  tokenizer: Tokenizer;
  signal: AbortSignal;
}

/** A chat whose highest cost is held. */
interface OpenChat {
  caller: Caller;
  passed: PassedCall;
  identity: AnswerIdentity;
  prices: ChatPrices;
  heldFor: { input: PromptTokens; outputTokens: number };
  hold: Hold;
  routeId: string;
  supplierId: string;
  call: ChatCall;
  tokenizer: Tokenizer;
  attempt: Attempt;
}

interface StreamOptions {
  /** Aborts when the client leaves. */
  signal: AbortSignal;
  keeper: AnswerKeeper | null;
  /** Answers something to wait for where the client reads more slowly. */
  send: (chunks: object[]) => Promise<void> | undefined;
}

@Injectable()
export class ChatService {
  constructor(
    private readonly catalog: CatalogService,
    private readonly suppliers: SuppliersService,
    private readonly billing: BillingService,
    private readonly requests: RequestLogService,
    private readonly limits: KeyLimitsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The whole answer and what was charged for it. `signal` stops the supplier when the client leaves. */
  async complete(caller: Caller, request: ChatRequest, signal: AbortSignal, keeper: AnswerKeeper | null) {
    const chat = await this.open(caller, request, signal);
    let settled = false;
    try {
      const supplier = await this.suppliers.get(chat.supplierId);
      if (!supplier.completeChat) throw new SupplierError('failed', 'The supplier has no chat');
      const { choices, usage } = await supplier.completeChat(chat.call);
      const meter = new ChatMeter();
      for (const { content } of choices) meter.addContent(content);
      meter.addUsage(usage);
      await keeper?.keep(toCompletionView(chat.identity, choices, { ...meter.usage(chat.tokenizer, chat.heldFor), costNano: 0n }));
      const figures = await this.settle(chat, meter);
      settled = true;
      return { completion: toCompletionView(chat.identity, choices, figures), costNano: figures.costNano };
    } catch (error) {
      throw this.failed(chat, error);
    } finally {
      if (!settled) this.billing.release(chat.hold);
      chat.passed.end();
    }
  }

  /**
   * Hands the pieces of a streamed answer to `send`, those together that came together, and returns the last ones, which may be sent since the
   * whole is charged. Whatever ends it, what was produced is charged by then.
   */
  async stream(caller: Caller, request: ChatRequest, { signal, keeper, send }: StreamOptions): Promise<object[]> {
    const chat = await this.open(caller, request, signal);
    const meter = new ChatMeter();
    const usageKey = request.includeUsage ? null : undefined;
    let settled = false;
    try {
      await keeper?.confirm();
      const last: object[] = [];
      const finished = new Set<number>();
      for await (const chunks of await this.streamFrom(chat)) {
        chat.attempt.produced();
        const current: object[] = [];
        for (const chunk of chunks) {
          meter.addChunk(chunk);
          if (chunk.choices.length === 0) continue;
          for (const { index, finishReason } of chunk.choices) if (finishReason !== null) finished.add(index);
          (finished.size < request.choiceCount ? current : last).push(toChunkView(chat.identity, chunk.choices, usageKey));
        }
        if (current.length > 0) await send(current);
        signal.throwIfAborted();
      }
      const figures = await this.settle(chat, meter);
      settled = true;
      return request.includeUsage ? [...last, toChunkView(chat.identity, [], figures)] : last;
    } catch (error) {
      throw this.failed(chat, error);
    } finally {
      if (!settled) await this.settleProduced(chat, meter);
      chat.passed.end();
    }
  }

  private async open(caller: Caller, request: ChatRequest, signal: AbortSignal): Promise<OpenChat> {
    const model = await this.catalog.findActive(request.model, 'text');
    this.requests.note(caller.requestId, { model: model.model.id });
    assertModelAllowed(caller, model.model.id);
    assertCapable(model.model, request);
    const found = await this.catalog.withRoutesFor(model, request.parameters);
    const tokenizer = await loadTokenizer();
    const input = measureInput(found.model, request, tokenizer);
    const tokens = caller.tpm === null ? 0 : input.exact + (request.limit?.tokens ?? USUAL_OUTPUT_TOKENS) * request.choiceCount;
    const passed = await this.limits.enter(caller, tokens);
    try {
      return await this.hold({ caller, passed, found, request, input, tokenizer, signal });
    } catch (error) {
      passed.end();
      throw error;
    }
  }

  /** Price, route and hold of a call that has passed the limits. */
  private async hold({ found, request, input, signal, ...call }: PassedChat): Promise<OpenChat> {
    const { caller } = call;
    const prices = chatPrices(found);
    const route = await this.catalog.chooseRoute(found);
    const maxOutputTokens = request.limit?.tokens ?? found.model.maxOutputTokens;
    const heldFor = { input, outputTokens: maxOutputTokens * request.choiceCount };
    return {
      ...call,
      identity: answerIdentity(caller.requestId, found.model.id),
      prices,
      heldFor,
      hold: await this.billing.hold(caller, highestChatCost(prices, input, heldFor.outputTokens)),
      routeId: route.id,
      supplierId: route.supplierId,
      attempt: this.requests.attempt(caller.requestId, { routeId: route.id, supplierId: route.supplierId }),
      call: { upstreamModel: route.upstreamModel, parameters: request.parameters, maxOutputTokens, signal },
    };
  }

  private async streamFrom(chat: OpenChat): Promise<AsyncIterable<SupplierChunk[]>> {
    const supplier = await this.suppliers.get(chat.supplierId);
    if (!supplier.streamChat) throw new SupplierError('failed', 'The supplier has no streams');
    return supplier.streamChat(chat.call);
  }

  private failed({ attempt, caller, call }: OpenChat, error: unknown): unknown {
    attempt.ended(call.signal.aborted ? 'left' : outcomeOf(error));
    const failure = toCustomerError(error);
    if (failure instanceof HttpError) this.requests.note(caller.requestId, { code: failure.code });
    return failure;
  }

  private async settle(chat: OpenChat, meter: ChatMeter): Promise<UsageFigures> {
    chat.attempt.ended('answered');
    const usage = meter.usage(chat.tokenizer, chat.heldFor);
    chat.passed.usedTokens = usage.promptTokens + usage.completionTokens;
    const settled = await this.billing.settle(chat.hold, {
      requestId: chat.caller.requestId,
      model: chat.identity.model,
      lines: chatCost(chat.prices, usage),
      routeId: chat.routeId,
    });
    // Without its hold an answer cannot be charged, so it must not be delivered as whole either.
    if (!settled) throw openAiErrors.service_unavailable({ headers: { 'retry-after': '1', 'retry-after-ms': '1000' } });
    return { ...usage, costNano: settled.chargedNano };
  }

  /** For an answer that did not come to its end. Never fails. */
  private async settleProduced(chat: OpenChat, meter: ChatMeter): Promise<void> {
    chat.attempt.ended('left');
    try {
      if (meter.hasProduced) await this.settle(chat, meter);
    } catch (error) {
      this.logger.warn({ err: error }, 'What a broken answer had produced could not be charged');
    } finally {
      this.billing.release(chat.hold);
    }
  }
}
