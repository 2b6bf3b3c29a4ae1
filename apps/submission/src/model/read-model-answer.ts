import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';

export function readModelAnswer<Answer extends object>(shape: new () => Answer, content: unknown): Answer | null {
  const parsed = typeof content === 'string' ? parseJson(content) : null;
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return null;
  const answer = plainToInstance(shape, parsed);
  return validateSync(answer, { whitelist: true, forbidUnknownValues: true }).length === 0 ? answer : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
