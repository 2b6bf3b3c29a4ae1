import { RESPONSE_FORMAT_TYPES, type SupplierTimeouts } from '@shipyard/suppliers';
import { type StoredOptions, type Supplier, type UsageCsvColumns, USUAL_POLLS_PER_SECOND } from './supplier.entity';
import type { SupplierKey } from './supplier-key.entity';

export interface SupplierView extends Required<Omit<StoredOptions, 'timeouts' | 'usage_csv'>> {
  id: string;
  kind: string;
  base_url: string | null;
  api_keys: { last4: string }[];
  internal: boolean;
  timeouts: Partial<SupplierTimeouts>;
  usage_csv: UsageCsvColumns | null;
  available: boolean;
  created_at: string;
}

export function toSupplierView(supplier: Supplier, keys: SupplierKey[], available: boolean): SupplierView {
  const { options } = supplier;
  return {
    id: supplier.id,
    kind: supplier.kind,
    base_url: supplier.baseUrl,
    api_keys: keys.map(({ last4 }) => ({ last4 })),
    internal: supplier.internal,
    timeouts: options.timeouts ?? {},
    output_limit_parameter: options.output_limit_parameter ?? 'max_tokens',
    stream_options: options.stream_options ?? true,
    developer_role: options.developer_role ?? true,
    extra_tools: options.extra_tools ?? [],
    extra_parameters: options.extra_parameters ?? [],
    unsupported_parameters: options.unsupported_parameters ?? [],
    response_formats: options.response_formats ?? [...RESPONSE_FORMAT_TYPES],
    json_schema_by_tool: options.json_schema_by_tool ?? false,
    image_response_format: options.image_response_format ?? 'auto',
    usage_time_zone: options.usage_time_zone ?? 'UTC',
    usage_csv: options.usage_csv ?? null,
    polls_per_second: options.polls_per_second ?? USUAL_POLLS_PER_SECOND,
    available,
    created_at: supplier.createdAt.toISOString(),
  };
}
