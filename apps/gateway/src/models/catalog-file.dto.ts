import { Type } from 'class-transformer';
import { ArrayUnique, IsArray, IsBoolean, IsInt, IsOptional, IsString, Length, Matches, Min, ValidateNested } from 'class-validator';
import { CreateSupplierDto } from '../suppliers/suppliers.dto';
import { ModelTerms, PriceUnit } from './models.dto';

/** What `POST /admin/suppliers` takes. */
export class SupplierInFile extends CreateSupplierDto {
  /** The whole entry is left out where this is empty. */
  @IsOptional()
  @IsString()
  when?: string;
}

export class RouteInFile {
  @IsString()
  supplier_id: string;

  @IsString()
  @Length(1, 200)
  upstream_model: string;

  /** 0 is asked first; left out: 0. */
  @IsOptional() @IsInt() @Min(0)
  priority?: number;

  @IsOptional() @IsInt() @Min(1)
  weight?: number;

  @IsOptional()
  @IsBoolean()
  enabled?: boolean;
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

  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => RouteInFile)
  routes: RouteInFile[];
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
