/** Facts for a script. A browser does not run it, and no text in it can end it. */
export function DataBlock({ id, facts }: { id: string; facts: object }) {
  return (
    <script
      id={id}
      type="application/json"
      dangerouslySetInnerHTML={{ __html: JSON.stringify(facts).replaceAll('<', '\\u003c') }}
    />
  );
}
