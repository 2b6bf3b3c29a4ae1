import { Type } from 'class-transformer';
import { ArrayUnique, IsArray, IsOptional, IsString, Matches, ValidateNested } from 'class-validator';
import { CreateSupplierDto } from '../suppliers/suppliers.dto';
import { CreateRouteDto, ModelTerms, PriceUnit } from './models.dto';

/** What `POST /admin/suppliers` takes. */
export class SupplierInFile extends CreateSupplierDto {
  /** The whole entry is left out where this is empty. */
  @IsOptional()
  @IsString()
  when?: string;
}

export class ModelInFile extends ModelTerms {
  @Matches(/^[^\s\p{Cc}\p{Cs}]{1,200}$/u, { message: 'id must be 1 to 200 characters without spaces' })
  id: string;

  /** The whole entry is left out where this is empty. */
  @IsOptional()
  @IsString()
  when?: string;

  /** Left out: the model is shown without a price, and cannot be used until it has one. */
  @IsOptional()
  @IsArray()
  @ArrayUnique(({ unit_type }: PriceUnit) => unit_type)
  @ValidateNested({ each: true })
  @Type(() => PriceUnit)
  prices?: PriceUnit[];

  /** Each what `POST /admin/models/:id/routes` takes. */
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => CreateRouteDto)
  routes: CreateRouteDto[];
}

export class CatalogFile {
  @ValidateNested({ each: true })
  @Type(() => SupplierInFile)
  @ArrayUnique(({ id }: SupplierInFile) => id)
  @IsArray()
  suppliers: SupplierInFile[];

  @ValidateNested({ each: true })
  @Type(() => ModelInFile)
  @ArrayUnique(({ id }: ModelInFile) => id)
  @IsArray()
  models: ModelInFile[];
}
