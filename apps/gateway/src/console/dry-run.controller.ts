import { Get } from '@nestjs/common';
import { checkFields, envelopeErrors, HttpError } from '@shipyard/http';
import { isJsonObject } from '@shipyard/platform/json-object';
import { DryRunDto, DryRunsService } from '../dry-runs';
import { ConsoleController, ConsoleForm } from './console-controller';
import { ConsolePages, ConsoleVisit, Visit } from './console-visit';
import { CONSOLE_FORM_BYTES } from './console-parts';
import { DryRunPage, type DryRunFields, type DryRunProblem } from './dry-run.views';

const EXAMPLE: DryRunFields = {
  endpoint: '/v1/chat/completions',
  key_id: '',
  customer_id: '',
  request: '{\n  "model": "",\n  "messages": [{ "role": "user", "content": "Hello" }]\n}',
};

@ConsoleController('routes/dry-run', 'operator')
export class DryRunController {
  constructor(
    private readonly pages: ConsolePages,
    private readonly dryRuns: DryRunsService,
  ) {}

  @Get()
  show(@Visit() visit: ConsoleVisit): void {
    this.pages.send(visit, (page) => DryRunPage({ page, fields: EXAMPLE, problems: {}, result: null }));
  }

  /** Changes nothing, so reloading it is harmless. */
  @ConsoleForm('', ['endpoint', 'key_id', 'customer_id', 'request'])
  async run(@Visit() visit: ConsoleVisit): Promise<void> {
    const sent = await this.pages.read(visit, CONSOLE_FORM_BYTES);
    const fields: DryRunFields = { ...EXAMPLE, ...sent };
    const { problems, result } = await this.try(fields);
    const isRefused = Object.keys(problems).length > 0;
    this.pages.send(visit.status(isRefused ? 422 : 200), (page) => DryRunPage({ page, fields, problems, result }));
  }

  private async try({ endpoint, key_id, customer_id, request }: DryRunFields) {
    const body = jsonOf(request);
    if (!isJsonObject(body)) return refusedFor('request', 'invalid');
    const { values, problems } = await checkFields(DryRunDto, {
      endpoint,
      request: body,
      ...(key_id.trim() !== '' && { key_id: key_id.trim() }),
      ...(customer_id.trim() !== '' && { customer_id: customer_id.trim() }),
    });
    if (!values)
      return refusedFor(problems.some(({ field }) => field === 'key_id') ? 'key_id' : 'customer_id', 'unknown');
    try {
      return { problems: {}, result: await this.dryRuns.run(values) };
    } catch (error) {
      const isUnknown = error instanceof HttpError && error.code === envelopeErrors.NOT_FOUND.code;
      if (!isUnknown) throw error;
      return refusedFor(values.key_id === undefined ? 'customer_id' : 'key_id', 'unknown');
    }
  }
}

const refusedFor = (field: keyof DryRunFields, problem: 'invalid' | 'unknown') => ({
  problems: { [field]: problem } satisfies DryRunProblem,
  result: null,
});

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
