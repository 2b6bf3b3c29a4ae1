import { Injectable } from '@nestjs/common';
import { withoutInvisible } from '@shipyard/markdown';
import { splitFrontMatter } from '@shipyard/markdown/front-matter';
import { loadTokenizer, type Tokenizer } from '@shipyard/platform/tokenizer';
import { DataSource } from 'typeorm';
import { readLogTexts } from '../logs';
import { MarkdownRenderer, type Rendering } from '../markdown/markdown-renderer';
import { readVisibleText } from '../markdown/read-visible-text';
import type { ModelLimits } from '../model/model-gateway';
import { readReviewContent } from '../project-reads';
import { type ReviewView, ReviewsService } from '../reviews';
import type { AskedQuestion, InterviewMaterial } from './interview-prompt';

const RENDER_BUDGET_MS = 10_000;
const LOGS_LIMIT = 30;
const EVERY_LOG = '9223372036854775807';
const PROMPT_TOKENS = 1_500;
const SMALLEST_ROOM = 500;
const USED_PERCENT = 80;
/** How the room of the model is shared. */
const SHARE_PERCENT = { readme: 35, logs: 25, review: 10, answers: 30 };

export interface MaterialRequest {
  projectId: string;
  model: ModelLimits;
  asked: AskedQuestion[];
  facts: Pick<InterviewMaterial['facts'], 'index' | 'total'>;
}

/** Reads what an interview is about as it is now: README, newest logs, review, and the answers so far. */
@Injectable()
export class InterviewMaterialService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly renderer: MarkdownRenderer,
    private readonly reviews: ReviewsService,
  ) {}

  async read({ projectId, model, asked, facts }: MaterialRequest): Promise<InterviewMaterial> {
    const tokenizer = await loadTokenizer();
    const room = Math.max(SMALLEST_ROOM, Math.floor((model.maxInputTokens * USED_PERCENT) / 100) - PROMPT_TOKENS);
    const cut = (text: string, percent: number) =>
      tokenizer.truncate(text, Math.max(1, Math.floor((room * percent) / 100))).text;
    const { manager } = this.dataSource;
    const content = await readReviewContent(manager, projectId);
    const review = (await this.reviews.latest(manager, [projectId])).get(projectId);
    const rendering = this.renderer.startRendering(projectId, RENDER_BUDGET_MS);
    const readme = await readVisibleText(splitFrontMatter(content.readme ?? '').body, rendering);
    const { name, tagline, tags, rubric, logsPresent } = content;
    return {
      facts: { project: { name, tagline, tags }, rubric, log_count: logsPresent, ...facts },
      readme: cut(readme.text, SHARE_PERCENT.readme),
      review: review ? cut(wordsOf(review), SHARE_PERCENT.review) : '',
      logs: await this.readLogs(projectId, rendering, tokenizer, Math.floor((room * SHARE_PERCENT.logs) / 100)),
      asked: asked.map(({ answer, ...question }) => ({
        ...question,
        answer: answer === null ? null : cut(withoutInvisible(answer), SHARE_PERCENT.answers / asked.length),
      })),
    };
  }

  /** Reads the newest logs that fit, and returns the oldest of them first. */
  private async readLogs(
    projectId: string,
    rendering: Rendering,
    tokenizer: Tokenizer,
    room: number,
  ): Promise<InterviewMaterial['logs']> {
    const logs: InterviewMaterial['logs'] = [];
    let left = room;
    const newest = await readLogTexts(this.dataSource, projectId, EVERY_LOG, { limit: LOGS_LIMIT, offset: 0 });
    for (const { sequence, title, writtenAs, contentMd } of newest) {
      if (left <= 0) break;
      const seen =
        writtenAs === 'text' ? withoutInvisible(contentMd) : (await readVisibleText(contentMd, rendering)).text;
      const { text, tokens } = tokenizer.truncate(seen, left);
      logs.push({ sequence, title: withoutInvisible(title), text });
      left -= tokens + tokenizer.count(title);
    }
    return logs.reverse();
  }
}

function wordsOf({ summary, comments, suggestions }: ReviewView): string {
  return [summary ?? '', ...comments, ...suggestions].filter((text) => text !== '').join('\n');
}
