/*
 * A chat, in order: model → may the key use it → capabilities → routes that take the parameters → size of the input →
 * limits of the key → price → hold → route and supplier → settle or release.
 *
 * complete answer with usage: the supplier's usage. After its last content, usage is waited for no longer than
 *   usage_grace_ms, and a failure or silence is its end
 * complete answer without plausible usage: our count, marked as estimated, up to the hold. The rest is a loss
 * failed before any output: nothing. The hold is released. What the supplier bills, or may, is a loss, even if another
 *   route answers
 * stream broke after its first output: what was delivered, or what the supplier had reported by then if that is more.
 *   The customer gets an error event
 * stream exceeded the hold: what was delivered, up to the hold. The customer gets an error event
 * client left before any output: nothing, and the supplier's call is stopped. The cost of the prompt is a loss, and is
 *   counted against max_abandoned of the key. A route with `drain` is read for up to 60 s, and the usage that it
 *   reports is charged instead
 * client left in the middle of a stream: the supplier's usage if it comes within usage_grace_ms, or 60 s with `drain`.
 *   Otherwise the larger of our count of what was delivered and of what the supplier had reported. An estimate is
 *   recorded as a loss
 * hold lost before the charge: nothing. The supplier's cost is a loss
 * process has to stop (drainEnd): what was delivered. The customer gets an error event, or 503
 * process died: nothing. The reaper releases the hold
 *
 * Every charge is committed before the last pieces are sent.
 */
import { Inject, Injectable } from '@nestjs/common';
import { HttpError } from '@shipyard/http';
import { LightAbortController, type AbortSignalLike } from '@shipyard/platform/cancellation';
import { drainEnd } from '@shipyard/platform/in-flight';
import type { Logger } from '@shipyard/platform/logger';
import { loadTokenizer, type Tokenizer } from '@shipyard/platform/tokenizer';
import {
  BillingService,
  type Charge,
  type EndedAttempt,
  type Hold,
  holdGone,
  SupplierAttempts,
  supplierCost,
  totalCostNano,
} from '../billing';
import { LOGGER } from '../config';
import type { IdempotencyRecorder } from '../idempotency';
import { assertModelAllowed, type Caller } from '../keys';
import { KeyLimitsService, type AdmittedCall } from '../limits';
import { type CatalogModel, CatalogService, type Model, type ModelRoute, onDisconnectOf } from '../models';
import { type AnswerIdentity, answerIdentity, chunkWriter, toCompletionView, type UsageFigures } from '../v1';
import { RequestLogService } from '../request-log';
import { type AttemptTerms, type RoutedCall, type RouteLease, RoutingService } from '../routing';
import {
  billOfFailure,
  type ChatCall,
  type SupplierAdapter,
  type SupplierChunk,
  SupplierError,
  toCustomerError,
  withoutIgnored,
  writesLongCache,
} from '../suppliers';
import type { PromptTokens } from '../tokens/prompt-tokens';
import { chatCost, chatPrices, highestChatCost } from './chat-cost';
import { assertCapable, measureInput } from './chat-limits';
import { ChatMeter, type HeldFor } from './chat-meter';
import type { ChatRequest } from './chat-request';
import { StartedStream } from './started-stream';

const USUAL_OUTPUT_TOKENS = 1_024;

const DRAIN_MS = 60_000;

/** A route with a grace of 0 ms reads on for no client that left. This client waits for the end of its answer. */
const LEAST_USAGE_WAIT_MS = 1_000;

interface AdmittedChat {
  caller: Caller;
  admitted: AdmittedCall;
  found: CatalogModel;
  request: ChatRequest;
  input: PromptTokens;
  tokenizer: Tokenizer;
  signal: AbortSignalLike;
}

interface OpenChat {
  caller: Caller;
  admitted: AdmittedCall;
  identity: AnswerIdentity;
  model: Model;
  heldFor: HeldFor;
  hold: Hold;
  attempts: SupplierAttempts;
  routes: ModelRoute[];
  parameters: Record<string, unknown>;
  maxOutputTokens: number;
  signal: AbortSignalLike;
  tokenizer: Tokenizer;
}

interface AnsweringRoute {
  route: ModelRoute;
  lease: RouteLease;
  pieces: StartedStream;
}

interface StreamOptions {
  signal: AbortSignalLike;
  recorder: IdempotencyRecorder | null;
  /** Takes pieces as JSON. Returns a promise if the client reads more slowly than they come. */
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

  /** `signal` stops the supplier when the client disconnects. */
  async complete(caller: Caller, request: ChatRequest, signal: AbortSignalLike, recorder: IdempotencyRecorder | null) {
    const chat = await this.open(caller, request, signal);
    try {
      const { answer, candidate, lease } = await this.routing.ask(
        callOf(chat, hasChat),
        async ({ supplier, route }, terms) => {
          if (!supplier.completeChat)
            throw new SupplierError('failed', 'The supplier has no chat', { isUntouched: true });
          const call = upstreamCall(chat, route, terms, wholeCallSignal(chat, route));
          return supplier.completeChat(call).catch((error: unknown) => attemptFailed(chat, route, error));
        },
      );
      lease.answered();
      const meter = new ChatMeter(request.choiceCount);
      meter.addCompletion(answer);
      chat.attempts.ended({ route: candidate.route, bill: 'billed', units: () => meteredLines(chat, meter) });
      if (recorder)
        await recorder.record(
          toCompletionView(chat.identity, answer.choices, {
            costNano: 0n,
            ...meter.usage(chat.tokenizer, chat.heldFor),
          }),
        );
      const figures = await this.settle(chat, candidate.route, meter, { isDelivered: false });
      return { completion: toCompletionView(chat.identity, answer.choices, figures), costNano: figures.costNano };
    } catch (error) {
      throw this.failed(chat, error);
    } finally {
      await this.close(chat);
    }
  }

  /** Passes the pieces to `send` as JSON. Returns the last ones, which may be sent once the answer is charged. */
  async stream(caller: Caller, request: ChatRequest, { signal, recorder, send }: StreamOptions): Promise<string[]> {
    const chat = await this.open(caller, request, signal);
    const toPiece = chunkWriter(chat.identity, request);
    const meter = new ChatMeter(request.choiceCount);
    const usageKey = request.includeUsage ? null : undefined;
    let answering: AnsweringRoute | undefined;
    try {
      await recorder?.confirm();
      answering = await this.startStream(chat, meter);
      const { route, lease, pieces } = answering;
      const last: string[] = [];
      /** The last pieces. They count only when they may be sent. */
      const held: SupplierChunk[] = [];
      for (let chunks = await pieces.next(); chunks !== null; chunks = await pieces.next()) {
        lease.produced();
        if (signal.aborted) chunks.forEach((chunk) => meter.observe(chunk));
        signal.throwIfAborted();
        const current: string[] = [];
        for (const chunk of chunks) {
          meter.observe(chunk);
          const isLast = meter.isWhole;
          if (isLast) held.push(chunk);
          else meter.addContents(chunk);
          if (chunk.choices.length > 0) (isLast ? last : current).push(toPiece(chunk.choices, usageKey));
          if (isLast || !meter.exceedsHold(chat.heldFor, chat.tokenizer)) continue;
          // Nobody pays for more, and the answer is incomplete.
          await send(current);
          throw new SupplierError('failed', 'The supplier gives more tokens than it was asked for');
        }
        if (current.length > 0) await send(current);
        signal.throwIfAborted();
        if (meter.isWhole) pieces.endWithin(Math.max(route.usageGraceMs, LEAST_USAGE_WAIT_MS));
      }
      lease.answered();
      held.forEach((chunk) => meter.addContents(chunk));
      const figures = await this.settle(chat, route, meter, { isDelivered: true });
      return request.includeUsage ? [...last, toPiece([], figures)] : last;
    } catch (error) {
      if (answering) await this.endBroken(chat, answering, meter, error);
      throw this.failed(chat, error);
    } finally {
      await answering?.pieces.stop();
      await this.close(chat);
    }
  }

  private async startStream(chat: OpenChat, meter: ChatMeter): Promise<AnsweringRoute> {
    const { answer, candidate, lease } = await this.routing.ask(
      callOf(chat, hasStreams),
      async ({ supplier, route }, terms) => {
        if (!supplier.streamChat)
          throw new SupplierError('failed', 'The supplier has no streams', { isUntouched: true });
        const call = stoppedAfterGrace(chat.signal, graceOf(chat, route, meter));
        const chunks = supplier.streamChat(upstreamCall(chat, route, terms, call));
        return StartedStream.of(chunks, call).catch((error: unknown) => attemptFailed(chat, route, error));
      },
    );
    return { route: candidate.route, lease, pieces: answer };
  }

  private async open(caller: Caller, request: ChatRequest, signal: AbortSignalLike): Promise<OpenChat> {
    const model = await this.catalog.findActive(request.model, 'text');
    this.requests.annotate(caller.requestId, { model: model.model.id });
    assertModelAllowed(caller, model.model.id);
    assertCapable(model.model, request);
    const found = await this.catalog.withRoutesFor(model, request.parameters);
    const tokenizer = await loadTokenizer();
    const input = await measureInput(found, request, tokenizer);
    const tokens =
      caller.tpm === null ? 0 : input.exact + (request.limit?.tokens ?? USUAL_OUTPUT_TOKENS) * request.choiceCount;
    await this.limits.assertFewAbandoned(caller);
    const admitted = await this.limits.admit(caller, tokens);
    caller.rates.write(admitted.rates);
    try {
      return await this.hold({ caller, admitted, found, request, input, tokenizer, signal });
    } catch (error) {
      admitted.end();
      throw error;
    }
  }

  private async hold({ caller, admitted, found, request, input, tokenizer, signal }: AdmittedChat): Promise<OpenChat> {
    const prices = chatPrices(found);
    const maxOutputTokens = request.limit?.tokens ?? found.model.maxOutputTokens;
    const heldFor = { prices, input, outputTokens: maxOutputTokens * request.choiceCount };
    return {
      caller,
      admitted,
      identity: answerIdentity(caller.requestId, found.model.id),
      model: found.model,
      heldFor,
      hold: await this.billing.hold(
        caller,
        highestChatCost(prices, {
          writesLongCache: writesLongCache(request.parameters),
          ...heldFor,
        }),
      ),
      attempts: new SupplierAttempts(caller.requestId, found.model.id),
      routes: found.routes,
      parameters: request.parameters,
      maxOutputTokens,
      signal,
      tokenizer,
    };
  }

  /** Ends a stream that broke, or whose client left. Never fails. */
  private async endBroken(chat: OpenChat, answering: AnsweringRoute, meter: ChatMeter, error: unknown): Promise<void> {
    if (chat.signal.aborted) await this.readUsage(chat, answering, meter);
    else answering.lease.failed(error);
    await answering.pieces.stop();
    // A charge that waits for Postgres keeps its hold.
    if (!chat.hold.isOpen) return;
    const { route } = answering;
    // A drained route bills us for what it reports, even if nothing was delivered.
    const isOwed = meter.hasProduced || (hasLeft(chat) && meter.hasUsage && isDrained(chat, route));
    if (isOwed) await this.settleProduced(chat, route, meter);
    else chat.attempts.ended(failedAttempt(chat, route, error, () => meteredLines(chat, meter)));
  }

  private async readUsage(chat: OpenChat, { lease, pieces }: AnsweringRoute, meter: ChatMeter): Promise<void> {
    const { caller, heldFor, tokenizer } = chat;
    try {
      for (
        let chunks = await pieces.next();
        chunks && !meter.exceedsHold(heldFor, tokenizer);
        chunks = await pieces.next()
      )
        chunks.forEach((chunk) => meter.observe(chunk));
    } catch (error) {
      const message = 'The rest of a stream could not be read after its client had left';
      if (error instanceof SupplierError) this.logger.info({ request_id: caller.requestId, err: error }, message);
    } finally {
      lease.clientDisconnected();
    }
  }

  /** Never fails. */
  private async close({ caller, admitted, hold, attempts }: OpenChat): Promise<void> {
    this.billing.release(hold);
    admitted.end();
    if (attempts.areAbandoned) await this.limits.countAbandoned(caller);
    await this.billing.writeOffUnpaid(caller, attempts);
  }

  private failed({ caller }: OpenChat, error: unknown): unknown {
    const failure = toCustomerError(error);
    if (failure instanceof HttpError) this.requests.annotate(caller.requestId, { code: failure.code });
    return failure;
  }

  private async settle(
    chat: OpenChat,
    route: ModelRoute,
    meter: ChatMeter,
    { isDelivered, estimateReason }: Pick<Charge, 'isDelivered' | 'estimateReason'>,
  ): Promise<UsageFigures> {
    const usage = meter.usage(chat.tokenizer, chat.heldFor);
    chat.admitted.usedTokens = usage.promptTokens + usage.completionTokens;
    const { prices } = chat.heldFor;
    const covered = chatCost(prices, usage);
    const isCovered = usage.excessTokens === 0;
    const lines = isCovered
      ? covered
      : chatCost(prices, { ...usage, completionTokens: usage.completionTokens + usage.excessTokens });
    const charge: Charge = {
      requestId: chat.caller.requestId,
      model: chat.identity.model,
      lines,
      routeId: route.id,
      supplierCostNano: supplierCost(route, lines),
      isDelivered,
    };
    if (!isCovered) charge.mostNano = totalCostNano(covered);
    if (estimateReason && usage.estimated) charge.estimateReason = estimateReason;
    chat.attempts.charging(route.id);
    const settled = await this.billing.settle(chat.hold, charge);
    if (settled) return { costNano: settled.chargedNano, ...usage };
    chat.attempts.ended({ route, bill: 'billed', units: () => lines, reason: 'hold_lost' });
    throw holdGone();
  }

  /** Never fails. */
  private async settleProduced(chat: OpenChat, route: ModelRoute, meter: ChatMeter): Promise<void> {
    try {
      const estimateReason = hasLeft(chat) ? 'left_early' : 'broken_off';
      await this.settle(chat, route, meter, { isDelivered: true, estimateReason });
    } catch (error) {
      this.logger.warn(
        { request_id: chat.caller.requestId, err: error },
        'The delivered part of a failed answer could not be charged',
      );
    }
  }
}

const hasLeft = ({ signal }: OpenChat) => signal.aborted && !drainEnd.aborted;

const meteredLines = ({ tokenizer, heldFor }: OpenChat, meter: ChatMeter) =>
  chatCost(heldFor.prices, meter.usage(tokenizer, heldFor));

/** The supplier has read the prompt. What else it bills is not known. */
function failedAttempt(
  chat: OpenChat,
  route: ModelRoute,
  error: unknown,
  units = () => meteredLines(chat, new ChatMeter(1)),
): EndedAttempt {
  return { route, bill: billOfFailure(error), units, reason: hasLeft(chat) ? 'abandoned' : 'undelivered' };
}

function attemptFailed(chat: OpenChat, route: ModelRoute, error: unknown): never {
  chat.attempts.ended(failedAttempt(chat, route, error));
  throw error;
}

/** Another route may be tried after a supplier's fault. A chat may be requested twice, but is charged once. */
function callOf({ caller, routes, parameters, signal }: OpenChat, isServedBy: RoutedCall['isServedBy']): RoutedCall {
  const { requestId, customerId } = caller;
  const ignoredBy = ({ ignoreParameters }: ModelRoute) => withoutIgnored(parameters, ignoreParameters).ignored;
  return { requestId, customerId, routes, signal, isServedBy, mayTryAnother: isSuppliersFault, ignoredBy };
}

const hasChat = (supplier: SupplierAdapter) => supplier.completeChat !== undefined;
const hasStreams = (supplier: SupplierAdapter) => supplier.streamChat !== undefined;
const isSuppliersFault = ({ fault }: SupplierError) => fault === 'failed' || fault === 'timeout';

const isDrained = ({ model }: OpenChat, route: ModelRoute) => onDisconnectOf(route, model) === 'drain';

/** How long the call of a stream continues after the client has left. */
const graceOf = (chat: OpenChat, route: ModelRoute, meter: ChatMeter) => () =>
  isDrained(chat, route) ? DRAIN_MS : meter.hasProduced ? route.usageGraceMs : 0;

const wholeCallSignal = (chat: OpenChat, route: ModelRoute) =>
  isDrained(chat, route) ? stoppedAfterGrace(chat.signal, () => DRAIN_MS) : chat.signal;

function upstreamCall(
  { caller, heldFor, parameters, maxOutputTokens }: OpenChat,
  route: ModelRoute,
  { apiKey, deadlineAt }: AttemptTerms,
  signal: AbortSignalLike,
): ChatCall {
  return {
    upstreamModel: route.upstreamModel,
    parameters: withoutIgnored(parameters, route.ignoreParameters).parameters,
    customerId: caller.customerId,
    maxOutputTokens,
    media: heldFor.input.media,
    apiKey,
    signal,
    deadlineAt,
  };
}

/** Aborts at once when this process has to stop, or if the grace is 0. */
function stoppedAfterGrace(signal: AbortSignalLike, graceMs: () => number): LightAbortController {
  const delayed = new LightAbortController();
  const stop = () => {
    drainEnd.removeEventListener('abort', stop);
    delayed.abort(signal.reason instanceof Error ? signal.reason : undefined);
  };
  const startGrace = () => {
    const ms = drainEnd.aborted ? 0 : graceMs();
    if (ms === 0) return stop();
    drainEnd.addEventListener('abort', stop);
    setTimeout(stop, ms).unref();
  };
  if (signal.aborted) startGrace();
  else signal.addEventListener('abort', startGrace, { once: true });
  return delayed;
}
