/** Jest's globalTeardown of both e2e projects: runs once, after all suites. */
export default async function stopStack(): Promise<void> {
  await globalThis.stopSharedStack?.();
}
