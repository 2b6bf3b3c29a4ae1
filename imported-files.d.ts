/** What importing a file gives: `tools/build-app.ts` sees to it in bundles, and `jest.preset.js` in tests. */
declare module '*.css' {
  const text: string;
  export default text;
}

declare module '*.md' {
  const text: string;
  export default text;
}

declare module '*.woff2' {
  const bytes: Uint8Array;
  export default bytes;
}
