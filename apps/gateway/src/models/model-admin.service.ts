import { Injectable } from '@nestjs/common';
import { envelopeErrors, inputInvalid, type ResponseRecorder } from '@shipyard/http';
import { DataSource, type EntityManager } from 'typeorm';
import { changeErrors } from '../changes/changes.errors';
import { type Actor, ChangesService } from '../changes/changes.service';
import { BY_NAME, type Page, readPage } from '../database/page';
import type { PageQuery } from '../database/page.dto';
import { type ModelRecordView, toModelRecordView } from './catalog-admin.view';
import { Model } from './model.entity';
import type { ModelTerms } from './models.dto';

const noSuchModel = () =>
  envelopeErrors.NOT_FOUND({ message: 'There is no model with this id. GET /admin/models lists the models.' });

@Injectable()
export class ModelAdminService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: ChangesService,
  ) {}

  list(page: PageQuery): Promise<Page<ModelRecordView>> {
    return readPage(this.dataSource.manager.createQueryBuilder(Model, 'model'), page, BY_NAME, toModelRecordView);
  }

  async find(modelId: string): Promise<ModelRecordView> {
    const model = await this.dataSource.manager.findOneBy(Model, { id: modelId });
    if (!model) throw noSuchModel();
    return toModelRecordView(model);
  }

  async reasoning(): Promise<Set<string>> {
    const models = await this.dataSource.manager.find(Model, { select: { id: true }, where: { reasoning: true } });
    return new Set(models.map(({ id }) => id));
  }

  /** `isNew` sets the status before the response is stored. Throws CONFLICT if the product would change. */
  async put(
    actor: Actor,
    recorder: ResponseRecorder,
    id: string,
    terms: ModelTerms,
    isNew: () => void,
  ): Promise<{ model: ModelRecordView }> {
    for (const field of ['sizes', 'qualities'] as const)
      if (terms.product !== 'image' && terms[field]) throw inputInvalid(field, 'is only for image models');
    return this.changes.make(actor, recorder, 'model.put', async (manager) => {
      // Without the lock, two parallel requests for a new model would both find none.
      await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`model ${id}`]);
      const before = await manager.findOneBy(Model, { id });
      if (before && before.product !== terms.product) {
        throw changeErrors.CONFLICT({
          message: `This model belongs to the product ${before.product}, which cannot change. Create another model.`,
        });
      }
      if (before) {
        await manager.update(Model, { id }, toModelColumns(terms));
      } else {
        await manager.insert(Model, { id, ...toModelColumns(terms) });
        isNew();
      }
      const model = toModelRecordView(await manager.findOneByOrFail(Model, { id }));
      return { subjectId: id, before: before && toModelRecordView(before), after: model, answer: { model } };
    });
  }
}

export async function lockModel(manager: EntityManager, id: string): Promise<Model> {
  const model = await manager.findOne(Model, { where: { id }, lock: { mode: 'pessimistic_read' } });
  if (!model) throw noSuchModel();
  return model;
}

export function toModelColumns(terms: ModelTerms) {
  return {
    product: terms.product,
    ownedBy: terms.owned_by,
    displayName: terms.display_name,
    supportsStreaming: terms.supports_streaming,
    supportsFunctionCalling: terms.supports_function_calling,
    supportsVision: terms.supports_vision,
    reasoning: terms.reasoning ?? false,
    maxInputTokens: terms.max_input_tokens,
    maxOutputTokens: terms.max_output_tokens,
    imagePartTokens: terms.image_part_tokens ?? null,
    filePartTokens: terms.file_part_tokens ?? null,
    inputModalities: terms.input_modalities,
    outputModalities: terms.output_modalities,
    sizes: terms.sizes ?? null,
    qualities: terms.qualities ?? null,
    active: terms.active,
  };
}
