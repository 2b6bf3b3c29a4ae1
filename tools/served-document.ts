import { startTestStack } from '@shipyard/testing';

/** What the built submission service serves at `/api/v1/openapi.json`. */
export async function readServedDocument(): Promise<object> {
  const stack = await startTestStack({ starts: ['submission'] });
  try {
    const response = await fetch(`${stack.submissionUrl}/api/v1/openapi.json`);
    return (await response.json()) as object;
  } finally {
    await stack.stop();
  }
}
