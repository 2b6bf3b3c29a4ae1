import { idempotencyKeysSweeper } from '@shipyard/http';

export const idempotencySweeper = idempotencyKeysSweeper('old Idempotency-Keys');
