import { idempotencyKeysSweeper } from '@shipyard/http';

export const idempotencySweeper = idempotencyKeysSweeper('operators’ old Idempotency-Keys');
