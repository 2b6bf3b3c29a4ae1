import { Inject, Injectable } from '@nestjs/common';
import { LOG_DIGESTS, LOG_DIGESTS_SCHEMA } from '@shipyard/contracts';
import { type VisibleText, withoutInvisible } from '@shipyard/markdown';
import { splitFrontMatter } from '@shipyard/markdown/front-matter';
import type { Logger } from '@shipyard/platform/logger';
import { loadTokenizer, type Tokenizer } from '@shipyard/platform/tokenizer';
import { DataSource } from 'typeorm';
import { MarkdownRenderer, type Rendering } from '../markdown/markdown-renderer';
import { isRenderRefusal, readVisibleText } from '../markdown/read-visible-text';
import { readLogTexts, readSequences } from '../logs';
import { LOGGER } from '../runtime.module';
import type { SuspectPassage, WrittenText } from '../text/written-text';
import { BLOCK_TOKENS, imagesLimit, mostLogTokens, planReading, type ReadingPlan, roomOf } from './reading-plan';
import { readDigestsAnswer, type ReviewGround } from './review-answer';
import { ReviewAnswersService } from './review-answers.service';
import { flagTexts } from './review-flags';
import type { ModelLimits } from '../model/model-gateway';
import type { ReadingGaps } from './review-note';
import { type ReviewImages, ReviewImagesService } from './review-images.service';
import { digestMessages, earlierText, type LogText, type ReviewMaterial } from './review-prompt';
import type { Review, ReviewFlag } from './review.entity';

const PAGE_LOGS = 50;
const LOGS_LIMIT = 2_000;
const RENDER_BUDGET_MS = 10 * 60_000;
const SECTIONS_LIMIT = 60;
/** For English. Other languages have fewer characters per token and are cut by tokens. */
const CHARACTERS_A_TOKEN = 3;

interface ReadLog extends LogText {
  tokens: number;
  written: string;
}

export interface ReadProject {
  material: ReviewMaterial;
  gaps: ReadingGaps;
  ground: ReviewGround;
  texts: WrittenText[];
  flags: ReviewFlag[];
}

export interface ReadingRun {
  review: Review;
  model: ModelLimits;
  signal: AbortSignal;
  onPass: (share: number) => Promise<void>;
}

/**
 * Reads the snapshot of a review:
 * 1. Prepare the images if the model accepts images.
 * 2. Extract the visible text of the README and of the logs, the newest first, as far as the plan can use it.
 * 3. Plan what fits. The model condenses the rest in digest passes or skips it, and the review says so.
 * 4. Flag the places that address the reviewer, for staff.
 */
@Injectable()
export class ReviewReadingService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly renderer: MarkdownRenderer,
    private readonly answers: ReviewAnswersService,
    private readonly images: ReviewImagesService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async read(run: ReadingRun): Promise<ReadProject> {
    const { review, model } = run;
    const tokenizer = await loadTokenizer();
    const rendering = this.renderer.startRendering(review.projectId, RENDER_BUDGET_MS);
    const images = await this.images.read(review, model.hasVision ? imagesLimit(model.maxInputTokens) : 0);
    const readme = await readVisibleText(splitFrontMatter(review.snapshotReadme).body, rendering);
    const sequences = await readSequences(this.dataSource, review.projectId, review.snapshotLogOrder);
    const logs = await this.readLogs(review, mostLogTokens(model.maxInputTokens), rendering, tokenizer);
    const facts = factsOf(review, readme, sequences);
    const earlier = review.earlierRemarks.map(({ remark }) => remark);
    const imageText = readme.images.join('\n');
    const others =
      tokenizer.count(JSON.stringify(facts)) +
      tokenizer.count(imageText) +
      tokenizer.count(earlierText(earlier)) +
      4 * BLOCK_TOKENS;
    const rooms = {
      room: Math.max(1, roomOf(model.maxInputTokens, images.shown.length) - others),
      passRoom: roomOf(model.maxInputTokens, 0),
    };
    const plan = planReading(tokenizer.count(readme.text), logs, rooms);
    const digests = await this.digest(run, plan, logs, tokenizer);
    const shown = plan.readmeLimit === null ? readme.text : tokenizer.truncate(readme.text, plan.readmeLimit).text;
    const bySequence = new Map(logs.map((log) => [log.sequence, log]));
    const texts = writtenTexts(review, readme, logs);
    const whole = plan.whole.flatMap((sequence) => cutLog(bySequence.get(sequence), plan, tokenizer)).reverse();
    return {
      material: {
        facts,
        readme: shown,
        earlier,
        imageTexts: readme.images,
        digests,
        logs: whole,
        images: images.shown,
      },
      gaps: gapsOf(readme.text, shown, plan, {
        digested: digests.map(({ sequence }) => sequence),
        logs: sequences.size,
        images,
      }),
      ground: { sections: readme.sections, sequences, rubric: review.snapshotRubric, earlier: earlier.length },
      texts,
      flags: await flagTexts(texts, (text) => this.flag(text, review.id, rendering)),
    };
  }

  private async digest(
    { review, signal, onPass }: ReadingRun,
    plan: ReadingPlan,
    logs: readonly ReadLog[],
    tokenizer: Tokenizer,
  ): Promise<ReviewMaterial['digests']> {
    const bySequence = new Map(logs.map((log) => [log.sequence, log]));
    const digests: ReviewMaterial['digests'] = [];
    for (const [at, sequences] of plan.passes.entries()) {
      const texts = sequences.flatMap((sequence) => cutLog(bySequence.get(sequence), plan, tokenizer)).reverse();
      const question = {
        messages: digestMessages(texts, plan.digestTokens * CHARACTERS_A_TOKEN, fenceOf(review)),
        schemaName: LOG_DIGESTS,
        schema: LOG_DIGESTS_SCHEMA,
      };
      // The pass is named by its logs, because a changed catalog can change the passes between two runs.
      const answer = await this.answers.ask(
        review,
        `digest-${sequences.at(-1)}-${sequences[0]}`,
        question,
        readDigestsAnswer,
        signal,
      );
      for (const sequence of sequences) {
        const digest = answer.get(sequence);
        if (digest) digests.push({ sequence, digest: tokenizer.truncate(digest, plan.digestTokens).text });
      }
      await onPass((at + 1) / plan.passes.length);
    }
    return digests.reverse();
  }

  /** Flags decide nothing, so a text that takes too long to search does not delay the review. */
  private async flag(text: WrittenText, reviewId: string, rendering: Rendering): Promise<SuspectPassage[]> {
    try {
      return await rendering.flag(text);
    } catch (error) {
      if (!isRenderRefusal(error)) throw error;
      this.logger.warn(
        { err: error, review_id: reviewId, where: text.where },
        'A text could not be searched for instructions to the reviewer',
      );
      return [];
    }
  }

  private async readLogs(
    { projectId, snapshotLogOrder }: Review,
    mostTokens: number,
    rendering: Rendering,
    tokenizer: Tokenizer,
  ): Promise<ReadLog[]> {
    const logs: ReadLog[] = [];
    let tokens = 0;
    while (logs.length < LOGS_LIMIT && tokens < mostTokens) {
      const page = await readLogTexts(this.dataSource, projectId, snapshotLogOrder, {
        limit: PAGE_LOGS,
        offset: logs.length,
      });
      for (const { sequence, title, writtenAs, contentMd } of page) {
        const text =
          writtenAs === 'text' ? withoutInvisible(contentMd) : (await readVisibleText(contentMd, rendering)).text;
        const log = { sequence, title: withoutInvisible(title), text, written: `${title}\n\n${contentMd}` };
        logs.push({ ...log, tokens: tokenizer.count(`${log.title}\n\n${text}`) });
        tokens += logs.at(-1)?.tokens ?? 0;
      }
      if (page.length < PAGE_LOGS) break;
    }
    return logs;
  }
}

const factsOf = (
  { snapshotProject: project, snapshotReadme, snapshotRubric: rubric, saidDone }: Review,
  readme: VisibleText,
  sequences: ReadonlySet<number>,
): ReviewMaterial['facts'] => ({
  project,
  readme_characters: [...snapshotReadme].length,
  readme_sections: readme.sections.slice(0, SECTIONS_LIMIT).map(({ title }) => title),
  log_count: sequences.size,
  rubric,
  ...(saidDone.length > 0 && { said_done: saidDone }),
});

export const fenceOf = ({ fence }: Review) => fence.replaceAll('-', '');

function cutLog(log: ReadLog | undefined, plan: ReadingPlan, tokenizer: Tokenizer): LogText[] {
  if (!log) return [];
  const { sequence, title, text } = log;
  const limit = plan.cut.get(sequence);
  return [
    {
      sequence,
      title,
      text: limit === undefined ? text : tokenizer.truncate(text, Math.max(0, limit - tokenizer.count(title) - 2)).text,
    },
  ];
}

function gapsOf(
  readme: string,
  shown: string,
  plan: ReadingPlan,
  read: { digested: number[]; logs: number; images: ReviewImages },
): ReadingGaps {
  const condensed = new Set(read.digested);
  return {
    readme: plan.readmeLimit === null ? null : { read: [...shown].length, of: [...readme].length },
    cutLogs: [...plan.cut.keys()].filter((sequence) => plan.whole.includes(sequence) || condensed.has(sequence)),
    digested: read.digested,
    left: read.logs - plan.whole.length - condensed.size,
    images: { seen: read.images.shown.length, of: read.images.found },
  };
}

function writtenTexts(review: Review, readme: VisibleText, logs: readonly ReadLog[]): WrittenText[] {
  const { name, tagline, tags } = review.snapshotProject;
  const { yaml, body } = splitFrontMatter(review.snapshotReadme);
  return [
    { where: 'project name', written: name },
    { where: 'tagline', written: tagline },
    { where: 'tags', written: tags.join(', ') },
    { where: 'README front matter', written: yaml ?? '', visible: '' },
    { where: 'README', written: body, visible: readme.text },
    ...logs.map(({ sequence, written, text }) => ({ where: `log ${sequence}`, written, visible: text })),
  ];
}
