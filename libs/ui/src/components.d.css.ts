/** The bundles and Jest import the style sheet as text. */
declare const text: string;
export default text;
