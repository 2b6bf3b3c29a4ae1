const HAN = /\p{Script=Han}/u;

/** A name, tagline or title that a person wrote, in its own direction, and in the right font if it has Han characters. */
export function PersonText({ text }: { text: string }) {
  return (
    <bdi className="ui-person" lang={HAN.test(text) ? 'zh-Hans' : undefined}>
      {text}
    </bdi>
  );
}
