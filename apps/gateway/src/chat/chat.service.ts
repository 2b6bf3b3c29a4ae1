/*
 * A chat, in order: model → what it can do → limits of the key → price → route → hold → supplier → settle or release.
 * The outcomes and what each costs:
 *
 *   the answer is whole, usage given             what the supplier counted
 *   the answer is whole, no usage                what we count, marked as estimated, never above the hold; so where its cost is more than a ledger keeps
 *   refused or failed before anything came       nothing; the hold is released
 *   the stream broke after its first words       what had come, counted by us unless the supplier said; the customer sees an error event
 *   the client left before anything came         nothing; the supplier's call is stopped
 *   the client left in the middle of a stream    what had come; the supplier's call is stopped
 *   our process died                             nothing; the reaper releases the hold
 *
 * Every charge is on disk before the customer can take the answer for whole: the last pieces of a stream wait for it.
 */
import { Inject, Injectable } from '@nestjs/common';
import { HttpError } from '@shipyard/http';
import { loadTokenizer, type Logger, Stop, type StopSignal, type Tokenizer } from '@shipyard/platform';
import { holdGone } from '../billing/billing.errors';
import { BillingService, type Hold, supplierCost } from '../billing/billing.service';
import { LOGGER } from '../config';
import type { AnswerKeeper } from '../idempotency/idempotency.service';
import { assertModelAllowed, type Caller } from '../keys/enterprise-key.guard';
import { KeyLimitsService, type PassedCall } from '../limits/key-limits.service';
import { type CatalogModel, CatalogService } from '../models/catalog.service';
import { type AnswerIdentity, answerIdentity, chunkWriter, toCompletionView, type UsageFigures } from '../openai/chat-completion.view';
import type { ModelRoute } from '../models/model-route.entity';
import { RequestLogService } from '../requests/request-log.service';
import { type AttemptTerms, type RoutedCall, type RouteLease, RoutingService } from '../routing/routing.service';
import { type ChatCall, type Supplier, SupplierError, toCustomerError } from '../suppliers/suppliers.service';
import type { PromptTokens } from '../tokens/prompt-tokens';
import { chatCost, chatPrices, highestChatCost } from './chat-cost';
import { assertCapable, measureInput } from './chat-limits';
import { ChatMeter, type HeldFor } from './chat-meter';
import type { ChatRequest } from './chat-request';
import { StartedStream } from './started-stream';

/** What the limits count for an answer of which the customer has not said how long it may get. */
const USUAL_OUTPUT_TOKENS = 1_024;

/** For how long what a client left behind is read at most. */
const DRAIN_MS = 60_000;

/** A chat that may be sent, as far as the key's limits go. */
interface PassedChat {
  caller: Caller;
  passed: PassedCall;
  found: CatalogModel;
  request: ChatRequest;
  input: PromptTokens;
  tokenizer: Tokenizer;
  signal: StopSignal;
}

/** A chat whose highest cost is held. */
interface OpenChat {
  caller: Caller;
  passed: PassedCall;
  identity: AnswerIdentity;
  heldFor: HeldFor;
  hold: Hold;
  routes: ModelRoute[];
  parameters: Record<string, unknown>;
  maxOutputTokens: number;
  /** Aborts when the client leaves. */
  signal: StopSignal;
  tokenizer: Tokenizer;
}

/** The route that gave the answer, until the answer has come to its end. */
interface AnsweringRoute {
  route: ModelRoute;
  lease: RouteLease;
}

interface StreamOptions {
  /** Aborts when the client leaves. */
  signal: StopSignal;
  keeper: AnswerKeeper | null;
  /** Takes pieces as JSON. Answers something to wait for where the client reads more slowly. */
  send: (chunks: string[]) => Promise<void> | undefined;
}

@Injectable()
export class ChatService {
  constructor(
    private readonly catalog: CatalogService,
    private readonly routing: RoutingService,
    private readonly billing: BillingService,
    private readonly requests: RequestLogService,
    private readonly limits: KeyLimitsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The whole answer and what was charged for it. `signal` stops the supplier when the client leaves. */
  async complete(caller: Caller, request: ChatRequest, signal: StopSignal, keeper: AnswerKeeper | null) {
    const chat = await this.open(caller, request, signal);
    let settled = false;
    try {
      const { answer, candidate, lease } = await this.routing.ask(callOf(chat, hasChat), ({ supplier, route }, terms) => {
        if (!supplier.completeChat) throw new SupplierError('failed', 'The supplier has no chat');
        return supplier.completeChat(upstreamCall(chat, route, terms));
      });
      lease.answered();
      const meter = new ChatMeter();
      for (const { content } of answer.choices) meter.addContent(content);
      meter.addUsage(answer.usage);
      if (keeper) await keeper.keep(toCompletionView(chat.identity, answer.choices, { costNano: 0n, ...meter.usage(chat.tokenizer, chat.heldFor) }));
      const figures = await this.settle(chat, candidate.route, meter);
      settled = true;
      return { completion: toCompletionView(chat.identity, answer.choices, figures), costNano: figures.costNano };
    } catch (error) {
      throw this.failed(chat, error);
    } finally {
      if (!settled) this.billing.release(chat.hold);
      chat.passed.end();
    }
  }

  /**
   * Hands the pieces of a streamed answer, as JSON, to `send`, those together that came together, and returns the last ones, which may be sent since the
   * whole is charged. Whatever ends it, what was produced is charged by then.
   */
  async stream(caller: Caller, request: ChatRequest, { signal, keeper, send }: StreamOptions): Promise<string[]> {
    const chat = await this.open(caller, request, signal);
    const toPiece = chunkWriter(chat.identity, request);
    const meter = new ChatMeter();
    const usageKey = request.includeUsage ? null : undefined;
    let answering: AnsweringRoute | undefined;
    let pieces: StartedStream | undefined;
    let settled = false;
    try {
      await keeper?.confirm();
      const { answer, candidate, lease } = await this.routing.ask(callOf(chat, hasStreams), ({ supplier, route }, terms) => {
        if (!supplier.streamChat) throw new SupplierError('failed', 'The supplier has no streams');
        return StartedStream.of(supplier.streamChat(upstreamCall(chat, route, terms)));
      });
      answering = { route: candidate.route, lease };
      pieces = answer;
      const last: string[] = [];
      const finished = new Set<number>();
      for (let chunks = await pieces.next(); chunks !== null; chunks = await pieces.next()) {
        lease.produced();
        const current: string[] = [];
        for (const chunk of chunks) {
          meter.addChunk(chunk);
          if (chunk.choices.length === 0) continue;
          for (const { index, finishReason } of chunk.choices) if (finishReason !== null) finished.add(index);
          (finished.size < request.choiceCount ? current : last).push(toPiece(chunk.choices, usageKey));
        }
        if (current.length > 0) await send(current);
        signal.throwIfAborted();
      }
      lease.answered();
      const figures = await this.settle(chat, candidate.route, meter);
      settled = true;
      return request.includeUsage ? [...last, toPiece([], figures)] : last;
    } catch (error) {
      if (signal.aborted) await this.drain(chat, answering, pieces, meter);
      else answering?.lease.failed(error);
      throw this.failed(chat, error);
    } finally {
      await pieces?.stop();
      if (!settled) await this.settleProduced(chat, answering?.route, meter);
      chat.passed.end();
    }
  }

  private async open(caller: Caller, request: ChatRequest, signal: StopSignal): Promise<OpenChat> {
    const model = await this.catalog.findActive(request.model, 'text');
    this.requests.note(caller.requestId, { model: model.model.id });
    assertModelAllowed(caller, model.model.id);
    assertCapable(model.model, request);
    const found = await this.catalog.withRoutesFor(model, request.parameters);
    const tokenizer = await loadTokenizer();
    const input = await measureInput(found.model, request, tokenizer);
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
  private async hold({ caller, passed, found, request, input, tokenizer, signal }: PassedChat): Promise<OpenChat> {
    const prices = chatPrices(found);
    const maxOutputTokens = request.limit?.tokens ?? found.model.maxOutputTokens;
    const heldFor = { prices, input, outputTokens: maxOutputTokens * request.choiceCount };
    return {
      caller,
      passed,
      identity: answerIdentity(caller.requestId, found.model.id),
      heldFor,
      hold: await this.billing.hold(caller, highestChatCost(prices, input, heldFor.outputTokens)),
      routes: found.routes,
      parameters: request.parameters,
      maxOutputTokens,
      signal,
      tokenizer,
    };
  }

  /** What a supplier that bills on regardless still sends is read for its usage. */
  private async drain({ caller }: OpenChat, answering: AnsweringRoute | undefined, pieces: StartedStream | undefined, meter: ChatMeter): Promise<void> {
    try {
      if (answering?.route.onDisconnect !== 'drain' || !pieces) return;
      for (let chunks = await pieces.next(); chunks !== null; chunks = await pieces.next()) for (const chunk of chunks) meter.addChunk(chunk);
    } catch (error) {
      this.logger.info({ request_id: caller.requestId, err: error }, 'What a client had left behind could not be read to its end');
    } finally {
      answering?.lease.left();
    }
  }

  private failed({ caller }: OpenChat, error: unknown): unknown {
    const failure = toCustomerError(error);
    if (failure instanceof HttpError) this.requests.note(caller.requestId, { code: failure.code });
    return failure;
  }

  private async settle(chat: OpenChat, route: ModelRoute, meter: ChatMeter): Promise<UsageFigures> {
    const usage = meter.usage(chat.tokenizer, chat.heldFor);
    chat.passed.usedTokens = usage.promptTokens + usage.completionTokens;
    const lines = chatCost(chat.heldFor.prices, usage);
    const settled = await this.billing.settle(chat.hold, {
      requestId: chat.caller.requestId,
      model: chat.identity.model,
      lines,
      routeId: route.id,
      supplierCostNano: supplierCost(route, lines),
    });
    if (!settled) throw holdGone();
    return { costNano: settled.chargedNano, ...usage };
  }

  /** For an answer that did not come to its end. Never fails. */
  private async settleProduced(chat: OpenChat, route: ModelRoute | undefined, meter: ChatMeter): Promise<void> {
    try {
      if (route && meter.hasProduced) await this.settle(chat, route, meter);
    } catch (error) {
      this.logger.warn({ request_id: chat.caller.requestId, err: error }, 'What a broken answer had produced could not be charged');
    } finally {
      this.billing.release(chat.hold);
    }
  }
}

/** Another route may be tried for whatever is the supplier's fault: a chat may be asked twice, and is charged once. */
function callOf({ caller, routes, signal }: OpenChat, isServedBy: RoutedCall['isServedBy']): RoutedCall {
  return { requestId: caller.requestId, routes, signal, isServedBy, mayTryAnother: isSuppliersFault };
}

const hasChat = (supplier: Supplier) => supplier.completeChat !== undefined;
const hasStreams = (supplier: Supplier) => supplier.streamChat !== undefined;
const isSuppliersFault = ({ fault }: SupplierError) => fault === 'failed' || fault === 'timeout';

function upstreamCall({ parameters, maxOutputTokens, signal }: OpenChat, route: ModelRoute, { apiKey, deadlineAt }: AttemptTerms): ChatCall {
  const stop = route.onDisconnect === 'drain' ? outlasting(signal) : signal;
  return { upstreamModel: route.upstreamModel, parameters, maxOutputTokens, apiKey, signal: stop, deadlineAt };
}

/** Aborts some time after the signal. */
function outlasting(signal: StopSignal): StopSignal {
  const later = new Stop();
  signal.addEventListener('abort', () => setTimeout(() => later.abort(), DRAIN_MS).unref(), { once: true });
  return later;
}
