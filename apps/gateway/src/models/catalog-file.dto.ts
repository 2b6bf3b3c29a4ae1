import { Describe, ListOf } from '@shipyard/http';
import { ArrayUnique, IsObject, IsOptional, IsString, Matches } from 'class-validator';
import { CreateSupplierDto } from '../suppliers';
import { CreateRouteDto, ModelTerms, PriceUnit, priceUnitKey } from './models.dto';

export class SupplierInFile extends CreateSupplierDto {
  @Describe('The entry is skipped if this is empty, for example `${OPENAI_API_KEY:-}`.')
  @IsOptional()
  @IsString()
  when?: string;
}

export class ModelInFile extends ModelTerms {
  @Describe('1-200 characters without spaces.')
  @Matches(/^[^\s\p{Cc}\p{Cs}]{1,200}$/u, { message: 'id must be 1 to 200 characters without spaces' })
  id: string;

  @Describe('The entry is skipped if this is empty, for example `${OPENAI_API_KEY:-}`.')
  @IsOptional()
  @IsString()
  when?: string;

  @Describe('The price of each unit. Without it, the model is listed without a price and cannot be used.')
  @IsOptional()
  @ListOf(() => PriceUnit)
  @IsObject({ each: true })
  @ArrayUnique(priceUnitKey)
  prices?: PriceUnit[];

  @Describe('The suppliers that serve the model.')
  @ListOf(() => CreateRouteDto)
  @IsObject({ each: true })
  routes: CreateRouteDto[];
}

export class CatalogFile {
  @Describe('The companies behind the models, with their URLs and keys.')
  @ListOf(() => SupplierInFile)
  @IsObject({ each: true })
  suppliers: SupplierInFile[];

  @Describe('What customers can use.')
  @ListOf(() => ModelInFile)
  @IsObject({ each: true })
  models: ModelInFile[];
}
