/** Importing a style sheet gives its text: `tools/build-app.ts` and `tools/css-as-text.cjs` see to it. */
declare module '*.css' {
  const text: string;
  export default text;
}
