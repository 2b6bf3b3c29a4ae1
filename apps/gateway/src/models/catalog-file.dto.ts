import { ListOf } from '@shipyard/http';
import { ArrayUnique, IsObject, IsOptional, IsString, Matches } from 'class-validator';
import { CreateSupplierDto } from '../suppliers';
import { CreateRouteDto, ModelTerms, PriceUnit } from './models.dto';

export class SupplierInFile extends CreateSupplierDto {
  @IsOptional()
  @IsString()
  when?: string;
}

export class ModelInFile extends ModelTerms {
  @Matches(/^[^\s\p{Cc}\p{Cs}]{1,200}$/u, { message: 'id must be 1 to 200 characters without spaces' })
  id: string;

  /** The entry is skipped if this is empty. */
  @IsOptional()
  @IsString()
  when?: string;

  /** Without it, the model is listed without a price and cannot be used. */
  @IsOptional()
  @ListOf(() => PriceUnit)
  @IsObject({ each: true })
  @ArrayUnique((unit?: PriceUnit) => unit?.unit_type)
  prices?: PriceUnit[];

  @ListOf(() => CreateRouteDto)
  @IsObject({ each: true })
  routes: CreateRouteDto[];
}

export class CatalogFile {
  @ListOf(() => SupplierInFile)
  @IsObject({ each: true })
  suppliers: SupplierInFile[];

  @ListOf(() => ModelInFile)
  @IsObject({ each: true })
  models: ModelInFile[];
}
