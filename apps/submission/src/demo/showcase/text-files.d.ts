/** The bundles and Jest import READMEs and drawings as text. */
declare module '*.md' {
  const text: string;
  export default text;
}
declare module '*.svg' {
  const text: string;
  export default text;
}
