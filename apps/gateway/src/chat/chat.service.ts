/*
 * A chat is a metered call (metered-calls.service.ts). Before the limits of the key come the capabilities of the model,
 * the routes that take the parameters, and the size of the input.
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
import { LightAbortController, type AbortSignalLike } from '@shipyard/platform/cancellation';
import { drainEnd } from '@shipyard/platform/in-flight';
import type { Logger } from '@shipyard/platform/logger';
import type { Tokenizer } from '@shipyard/platform/tokenizer';
import { type Charge, type EndedAttempt, totalCostNano } from '../billing';
import { LOGGER } from '../config';
import type { IdempotencyRecorder } from '../idempotency';
import type { Caller } from '../keys';
import { KeyLimitsService } from '../limits';
import { type MeteredCall, MeteredCalls } from '../metered-calls';
import { CatalogService, type Model, type ModelRoute, onDisconnectOf } from '../models';
import { type AnswerIdentity, answerIdentity, chunkWriter, toCompletionView, type UsageFigures } from '../v1';
import type { AttemptTerms, RoutedCall, RouteLease } from '../routing';
import { billOfFailure, type ChatCall, type SupplierChunk, SupplierError, withoutIgnored } from '../suppliers';
import { boughtUnits, chatCost, type ChatPrices, chatPrices, unpricedUnits } from './chat-cost';
import { countUnpriced } from './chat.metrics';
import { ChatMeter, type HeldFor } from './chat-meter';
import { answersChats, planChat, streamsChats } from './chat-plan';
import type { ChatRequest } from './chat-request';
import { StartedStream } from './started-stream';

const USUAL_OUTPUT_TOKENS = 1_024;

const DRAIN_MS = 60_000;

/** A route with a grace of 0 ms reads on for no client that left. This client waits for the end of its answer. */
const LEAST_USAGE_WAIT_MS = 1_000;

interface OpenChat {
  call: MeteredCall<ChatPrices>;
  identity: AnswerIdentity;
  model: Model;
  heldFor: HeldFor;
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
    private readonly calls: MeteredCalls,
    private readonly catalog: CatalogService,
    private readonly limits: KeyLimitsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** `signal` stops the supplier when the client disconnects. */
  async complete(caller: Caller, request: ChatRequest, signal: AbortSignalLike, recorder: IdempotencyRecorder | null) {
    const { chat, answered } = await this.openAnswered(caller, request, signal, askWhole);
    const { answer, route, lease } = answered;
    try {
      lease.answered();
      const meter = new ChatMeter(request.choiceCount);
      meter.addCompletion(answer);
      chat.call.attempts.ended({ route, bill: 'billed', units: () => meteredUnits(chat, meter) });
      if (recorder)
        await recorder.record(
          toCompletionView(chat.identity, answer.choices, {
            costNano: 0n,
            ...meter.usage(chat.tokenizer, chat.heldFor),
          }),
        );
      const figures = await settle(chat, route, meter, { isDelivered: false });
      return { completion: toCompletionView(chat.identity, answer.choices, figures), costNano: figures.costNano };
    } catch (error) {
      throw chat.call.failed(error);
    } finally {
      await chat.call.end();
    }
  }

  /** Passes the pieces to `send` as JSON. Returns the last ones, which may be sent once the answer is charged. */
  async stream(caller: Caller, request: ChatRequest, { signal, recorder, send }: StreamOptions): Promise<string[]> {
    const meter = new ChatMeter(request.choiceCount);
    const { chat, answered: answering } = await this.openAnswered(caller, request, signal, async (opened) => {
      await recorder?.confirm();
      return this.startStream(opened, meter);
    });
    const toPiece = chunkWriter(chat.identity, request);
    const usageKey = request.includeUsage ? null : undefined;
    try {
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
      const figures = await settle(chat, route, meter, { isDelivered: true });
      return request.includeUsage ? [...last, toPiece([], figures)] : last;
    } catch (error) {
      await this.endBroken(chat, answering, meter, error);
      throw chat.call.failed(error);
    } finally {
      await answering.pieces.stop();
      await chat.call.end();
    }
  }

  /** Opens the chat with the first of its models that answers. Nothing was sent to the client before. */
  private async openAnswered<Answered>(
    caller: Caller,
    request: ChatRequest,
    signal: AbortSignalLike,
    ask: (chat: OpenChat) => Promise<Answered>,
  ): Promise<{ chat: OpenChat; answered: Answered }> {
    const attempt = async (model: string) => {
      const chat = await this.open(caller, { ...request, model }, signal);
      try {
        return { chat, answered: await ask(chat) };
      } catch (error) {
        const failure = chat.call.failed(error);
        await chat.call.end();
        throw failure;
      }
    };
    return this.calls.inTurn(caller, { product: 'text', ...request }, attempt, () => !signal.aborted);
  }

  private async startStream(chat: OpenChat, meter: ChatMeter): Promise<AnsweringRoute> {
    const { answer, route, lease } = await chat.call.ask(
      routedCall(chat, streamsChats),
      async ({ supplier, route }, terms) => {
        if (!supplier.streamChat)
          throw new SupplierError('failed', 'The supplier has no streams', { isUntouched: true });
        const call = stoppedAfterGrace(chat.signal, graceOf(chat, route, meter));
        const chunks = supplier.streamChat(upstreamCall(chat, route, terms, call));
        return StartedStream.of(chunks, call).catch((error: unknown) => attemptFailed(chat, route, error));
      },
    );
    return { route, lease, pieces: answer };
  }

  private async open(caller: Caller, request: ChatRequest, signal: AbortSignalLike): Promise<OpenChat> {
    const model = await this.calls.findModel(caller, 'text', request.model);
    const { found, tokenizer, maxOutputTokens, held, highest } = await planChat(this.catalog, model, request);
    await this.limits.assertFewAbandoned(caller);
    const call = await this.calls.open(caller, {
      model: found.model,
      tokens:
        caller.tpm === null && caller.customerLimits.tpm === null
          ? 0
          : held.input.exact + (request.limit?.tokens ?? USUAL_OUTPUT_TOKENS) * request.choiceCount,
      prices: () => chatPrices(found),
      highest,
    });
    return {
      call,
      identity: answerIdentity(caller.requestId, found.model.id),
      model: found.model,
      heldFor: { prices: call.prices, ...held },
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
    if (!chat.call.hold.isOpen) return;
    const { route } = answering;
    // A drained route bills us for what it reports, even if nothing was delivered.
    const isOwed = meter.hasProduced || (hasLeft(chat) && meter.hasUsage && isDrained(chat, route));
    if (isOwed) await this.settleProduced(chat, route, meter);
    else chat.call.attempts.ended(failedAttempt(chat, route, error, () => meteredUnits(chat, meter)));
  }

  private async readUsage(chat: OpenChat, { lease, pieces }: AnsweringRoute, meter: ChatMeter): Promise<void> {
    const { call, heldFor, tokenizer } = chat;
    try {
      for (
        let chunks = await pieces.next();
        chunks && !meter.exceedsHold(heldFor, tokenizer);
        chunks = await pieces.next()
      )
        chunks.forEach((chunk) => meter.observe(chunk));
    } catch (error) {
      const message = 'The rest of a stream could not be read after its client had left';
      if (error instanceof SupplierError) this.logger.info({ request_id: call.caller.requestId, err: error }, message);
    } finally {
      lease.clientDisconnected();
    }
  }

  /** Never fails. */
  private async settleProduced(chat: OpenChat, route: ModelRoute, meter: ChatMeter): Promise<void> {
    try {
      const estimateReason = hasLeft(chat) ? 'left_early' : 'broken_off';
      await settle(chat, route, meter, { isDelivered: true, estimateReason });
    } catch (error) {
      this.logger.warn(
        { request_id: chat.call.caller.requestId, err: error },
        'The delivered part of a failed answer could not be charged',
      );
    }
  }
}

const askWhole = (chat: OpenChat) =>
  chat.call.ask(routedCall(chat, answersChats), async ({ supplier, route }, terms) => {
    if (!supplier.completeChat) throw new SupplierError('failed', 'The supplier has no chat', { isUntouched: true });
    const call = upstreamCall(chat, route, terms, wholeCallSignal(chat, route));
    return supplier.completeChat(call).catch((error: unknown) => attemptFailed(chat, route, error));
  });

async function settle(
  { call, heldFor, tokenizer }: OpenChat,
  route: ModelRoute,
  meter: ChatMeter,
  { isDelivered, estimateReason }: Pick<Charge, 'isDelivered' | 'estimateReason'>,
): Promise<UsageFigures> {
  const usage = meter.usage(tokenizer, heldFor);
  call.admitted.usedTokens = usage.promptTokens + usage.completionTokens;
  const covered = chatCost(call.prices, usage);
  const isCovered = usage.excessTokens === 0;
  const produced = { ...usage, completionTokens: usage.completionTokens + usage.excessTokens };
  const costNano = await call.settle({
    route,
    lines: isCovered ? covered : chatCost(call.prices, produced),
    bought: boughtUnits(produced),
    mostNano: isCovered ? undefined : totalCostNano(covered),
    estimateReason: usage.estimated ? estimateReason : undefined,
    isDelivered,
  });
  countUnpriced(call.model.id, unpricedUnits(call.prices, usage));
  return { costNano, ...usage };
}

const hasLeft = ({ signal }: OpenChat) => signal.aborted && !drainEnd.aborted;

const meteredUnits = ({ tokenizer, heldFor }: OpenChat, meter: ChatMeter) =>
  boughtUnits(meter.usage(tokenizer, heldFor));

/** The supplier has read the prompt. What else it bills is not known. */
function failedAttempt(
  chat: OpenChat,
  route: ModelRoute,
  error: unknown,
  units = () => meteredUnits(chat, new ChatMeter(1)),
): EndedAttempt {
  return { route, bill: billOfFailure(error), units, reason: hasLeft(chat) ? 'abandoned' : 'undelivered' };
}

function attemptFailed(chat: OpenChat, route: ModelRoute, error: unknown): never {
  chat.call.attempts.ended(failedAttempt(chat, route, error));
  throw error;
}

/** Another route may be tried after a supplier's fault. A chat may be requested twice, but is charged once. */
function routedCall({ routes, parameters, signal }: OpenChat, isServedBy: RoutedCall['isServedBy']) {
  const ignoredBy = ({ ignoreParameters }: ModelRoute) => withoutIgnored(parameters, ignoreParameters).ignored;
  return { routes, signal, isServedBy, mayTryAnother: isSuppliersFault, ignoredBy };
}

const isSuppliersFault = ({ fault }: SupplierError) => fault === 'failed' || fault === 'timeout';

const isDrained = ({ model }: OpenChat, route: ModelRoute) => onDisconnectOf(route, model) === 'drain';

/** How long the call of a stream continues after the client has left. */
const graceOf = (chat: OpenChat, route: ModelRoute, meter: ChatMeter) => () =>
  isDrained(chat, route) ? DRAIN_MS : meter.hasProduced ? route.usageGraceMs : 0;

const wholeCallSignal = (chat: OpenChat, route: ModelRoute) =>
  isDrained(chat, route) ? stoppedAfterGrace(chat.signal, () => DRAIN_MS) : chat.signal;

function upstreamCall(
  { call, heldFor, parameters, maxOutputTokens }: OpenChat,
  route: ModelRoute,
  { apiKey, deadlineAt }: AttemptTerms,
  signal: AbortSignalLike,
): ChatCall {
  return {
    upstreamModel: route.upstreamModel,
    parameters: withoutIgnored(parameters, route.ignoreParameters).parameters,
    customerId: call.caller.customerId,
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
