import { Type } from 'class-transformer';
import {
  ArrayUnique, IsArray, IsBoolean, IsIn, IsInt, IsObject, IsOptional, IsString, IsUrl, Length, Matches, Max, Min, ValidateIf,
  ValidateNested,
} from 'class-validator';
import { SUPPLIER_KINDS } from '../suppliers/suppliers.service';
import { ModelTerms, PriceUnit } from './models.dto';

const MILLISECONDS = { min: 1, max: 3_600_000 };

class TimeoutsInFile {
  @IsOptional() @IsInt() @Min(MILLISECONDS.min) @Max(MILLISECONDS.max)
  connect_ms?: number;

  @IsOptional() @IsInt() @Min(MILLISECONDS.min) @Max(MILLISECONDS.max)
  first_byte_ms?: number;

  @IsOptional() @IsInt() @Min(MILLISECONDS.min) @Max(MILLISECONDS.max)
  idle_ms?: number;

  @IsOptional() @IsInt() @Min(MILLISECONDS.min) @Max(MILLISECONDS.max)
  total_ms?: number;
}

export class SupplierInFile {
  @Matches(/^[a-z0-9][a-z0-9._-]{0,63}$/, { message: 'id must be 1 to 64 of the characters a-z 0-9 . _ -' })
  id: string;

  /** The whole entry is left out where this is empty. */
  @IsOptional()
  @IsString()
  when?: string;

  @IsIn(SUPPLIER_KINDS)
  kind: string;

  /** With its version, such as https://host/v1. */
  @ValidateIf(({ kind }: SupplierInFile) => kind !== 'sandbox')
  @IsUrl({ protocols: ['http', 'https'], require_protocol: true, require_tld: false })
  base_url?: string;

  @IsOptional()
  @IsArray()
  @Length(1, 1_000, { each: true })
  api_keys?: string[];

  @IsOptional()
  @IsIn(['max_tokens', 'max_completion_tokens'])
  output_limit_parameter?: 'max_tokens' | 'max_completion_tokens';

  @IsOptional()
  @ValidateNested()
  @Type(() => TimeoutsInFile)
  @IsObject()
  timeouts?: TimeoutsInFile;
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
