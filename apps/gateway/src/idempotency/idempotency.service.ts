/*
 * A POST with an Idempotency-Key is executed once and charged once, however often it is sent:
 *
 * 1. take     One statement takes the customer's key for this request and this process, so that of many at once one executes. It also
 *             takes over a key whose process stopped beating before anything was charged, once that process's holds are gone: should it
 *             be alive after all, it can charge nothing any more. The others are told to come again.
 * 2. execute  It runs to its end though its client leaves.
 * 3. keep     The answer is written down, sealed, before it is charged.
 * 4. charge   The charge in the ledger makes the kept answer the answer. So there is no moment at which a crash leaves a charge
 *             without its answer, or an answer that is given again without its charge.
 * 5. release  What failed frees its key: the ledger says whether it was charged after all. Only a failure that left open
 *             whether the supplier did the work is kept as the answer, lest the work is bought again.
 *
 * Where nothing is charged at the time (an image task), the answer is kept as final in the transaction that makes the task.
 * A stream, or an answer above 1 MiB, leaves its charge and no answer: its key is refused from then on. So it is with the oldest answers of a
 * customer who keeps more than 64 MiB.
 */
import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { HttpError, readIdempotencyKey, toHttpError } from '@shipyard/http';
import { beginWork, isDatabaseUnavailable, type Logger, requestContexts, uuidv7 } from '@shipyard/platform';
import { DataSource, type EntityManager } from 'typeorm';
import { HeartbeatsService } from '../processes/heartbeats.service';
import { CONFIG, type GatewayConfig, LOGGER } from '../config';
import type { Caller } from '../keys/enterprise-key.guard';
import { toCnyNumber } from '../money';
import { customerErrorFormat } from '../openai/openai-error.view';
import { type Claim, type KeyedCall, KeyedCalls, type ClaimResult } from './keyed-calls';
import { inProgress, keyReused } from './idempotency.errors';

/** How the execution of a request with a key writes its answer down. */
export interface IdempotencyRecorder {
  /** For what is not kept: after its hold is taken, before any work. Throws when the key was lost meanwhile. */
  confirm(): Promise<void>;
  /** Before the charge of this request, with `usage.cost_cny` as anything: a replay takes it from the ledger. Throws when the key was lost. */
  record(answer: object): Promise<void>;
  /** In the transaction that does the work, where nothing is charged at the time. */
  recordWithin(manager: EntityManager, answer: object): Promise<void>;
}

/** A kept failure, told from answers by its only key. */
interface StoredFailure {
  failure: { code: string; status: number; type?: string; message: string; param?: string; headers: Record<string, string> };
}

/** A failure that could not be written down yet. */
interface PendingFailure {
  call: KeyedCall;
  claim: Claim;
  failure: StoredFailure;
}

/** A statement that was given up may still be done when Postgres wakes up: what it may leave is released at every beat for so long. */
const RELEASED_FOR_MS = 15 * 60_000;

@Injectable()
export class IdempotencyService {
  private readonly calls: KeyedCalls;
  /** Claims, and until when they are released, by performance.now(). */
  private readonly leftovers = new Map<string, number>();
  private readonly pendingFailures = new Map<string, PendingFailure>();

  constructor(
    dataSource: DataSource,
    heartbeats: HeartbeatsService,
    @Inject(CONFIG) config: GatewayConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.calls = new KeyedCalls(dataSource, config.GATEWAY_MASTER_KEYS, heartbeats.processId, config.PROCESS_DEAD_AFTER_SECONDS);
    heartbeats.onHeartbeat(() => this.endLeftovers());
  }

  /**
   * Executes a request whose shape has been checked, unless its Idempotency-Key was executed before. Answers null when it was executed
   * now, else the kept answer, which the caller sends with the headers of `replayHeaders`. `execute` gets null where no key was sent.
   * Throws idempotency_key_reused, idempotency_in_progress, invalid_value for a key that is none, and the failure of the execution.
   */
  async once(
    caller: Pick<Caller, 'customerId' | 'requestId'>,
    request: Pick<IncomingMessage, 'headers' | 'url'> & { originalUrl?: string },
    body: unknown,
    execute: (recorder: IdempotencyRecorder | null) => Promise<void>,
  ): Promise<unknown> {
    const idempotencyKey = readIdempotencyKey(request.headers);
    if (idempotencyKey === null) {
      await execute(null);
      return null;
    }
    return requestContexts.run({ requestId: caller.requestId }, () => this.onceByKey(caller, idempotencyKey, request, body, execute));
  }

  private async onceByKey(
    { customerId, requestId }: Pick<Caller, 'customerId' | 'requestId'>,
    idempotencyKey: string,
    request: Pick<IncomingMessage, 'url'> & { originalUrl?: string },
    body: unknown,
    execute: (recorder: IdempotencyRecorder) => Promise<void>,
  ): Promise<unknown> {
    const call = { customerId, idempotencyKey, requestId, url: request.originalUrl ?? request.url ?? '', body };
    const result = await this.claim(call);
    switch (result.kind) {
      case 'reused':
        throw keyReused();
      case 'running':
        throw inProgress();
      case 'done':
        if (result.answer === null) throw keyReused();
        return readAnswer(result.answer, result.chargedNano);
      case 'mine':
        await this.execute(call, result, execute);
        return null;
    }
  }

  private async claim(call: KeyedCall): Promise<ClaimResult> {
    const claimId = uuidv7();
    try {
      return await this.calls.claim(call, claimId);
    } catch (error) {
      // Postgres may have gone away after it had written the claim, which would then be this process's for as long as it lives.
      this.leave(claimId);
      throw error;
    }
  }

  private async execute(call: KeyedCall, claim: Claim, execute: (recorder: IdempotencyRecorder) => Promise<void>): Promise<void> {
    // The client may leave, and the process must still wait for the end.
    const endWork = beginWork();
    const record = async (answer: object, isFinal: boolean, manager?: EntityManager) => {
      if (!(await this.calls.record(call, claim, answer, isFinal, manager))) throw inProgress();
    };
    try {
      await execute({
        confirm: async () => {
          if (!(await this.calls.isMine(claim))) throw inProgress();
        },
        record: (answer) => record(answer, false),
        recordWithin: (manager, answer) => record(answer, true, manager),
      });
    } catch (error) {
      await this.endFailed(call, claim, error);
      throw error;
    } finally {
      endWork();
    }
    // What was streamed in part has been charged, and what came to nothing has not.
    await this.release(claim.claimId);
    await this.calls.trim(call.customerId).catch((err: unknown) => this.logger.warn({ err }, 'A customer may keep more answers than it should'));
  }

  /** Never fails. */
  private async endFailed(call: KeyedCall, claim: Claim, error: unknown): Promise<void> {
    const failure = toHttpError(error, customerErrorFormat);
    if (isOutcomeUnknown(failure)) {
      await this.recordFailure({ call, claim, failure: toStoredFailure(failure) });
    } else if (isDatabaseUnavailable(failure.cause)) {
      // A charge may still be on its way to the disk.
      this.leave(claim.claimId);
    } else {
      await this.release(claim.claimId);
    }
  }

  /** Never fails: what cannot be kept now is kept after a beat. Released it must not be, or the work could be bought again. */
  private async recordFailure(pending: PendingFailure): Promise<void> {
    try {
      await this.calls.record(pending.call, pending.claim, pending.failure, true);
      this.pendingFailures.delete(pending.claim.claimId);
    } catch (error) {
      this.pendingFailures.set(pending.claim.claimId, pending);
      this.warn(error);
    }
  }

  /** Never fails: what cannot be released now is released after a beat. */
  private async release(claimId: string): Promise<void> {
    try {
      await this.calls.release([claimId]);
    } catch (error) {
      this.leave(claimId);
      this.warn(error);
    }
  }

  private leave(claimId: string): void {
    this.leftovers.set(claimId, performance.now() + RELEASED_FOR_MS);
  }

  private async endLeftovers(): Promise<void> {
    for (const pending of [...this.pendingFailures.values()]) await this.recordFailure(pending);
    if (this.leftovers.size === 0) return;
    const leftovers = [...this.leftovers];
    await this.calls.release(leftovers.map(([claimId]) => claimId));
    for (const [claimId, until] of leftovers) if (performance.now() >= until) this.leftovers.delete(claimId);
  }

  private warn(cause: unknown): void {
    this.logger.warn({ err: cause }, 'What became of a request was not recorded under its Idempotency-Key');
  }
}

/** For the answer of `once`. A replay charges nothing, so that it names no cost in its headers. */
export const replayHeaders = { 'idempotency-replayed': 'true' };

/** Clients are told not to repeat a 5xx exactly where they could buy the same work twice. */
const isOutcomeUnknown = ({ row, particulars }: HttpError) => row.status >= 500 && particulars.headers?.['x-should-retry'] === 'false';

function toStoredFailure({ code, row, message, particulars: { param, headers = {} } }: HttpError): StoredFailure {
  return { failure: { code, status: row.status, type: row.type, message, param, headers } };
}

/** Throws the failure where it is one. */
function readAnswer(text: string, chargedNano: bigint | null): object {
  // Sealed by us: it is what was kept.
  const answer = JSON.parse(text) as StoredFailure | { failure?: undefined; usage?: { cost_cny?: number } };
  if (answer.failure) {
    const { code, status, type, message, param, headers } = answer.failure;
    throw new HttpError(code, { status, type, message }, { param, headers: { ...headers, ...replayHeaders } });
  }
  return chargedNano === null || !answer.usage ? answer : { ...answer, usage: { ...answer.usage, cost_cny: toCnyNumber(chargedNano) } };
}
