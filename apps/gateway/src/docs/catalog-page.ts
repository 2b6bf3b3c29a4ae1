import { type CatalogModel, mediaTokensOf, type Model } from '../models';
import { formatCny } from '../money';
import { type DocsFacts, plain } from './page-text';

export function modelsAndPrices({ models }: DocsFacts): string {
  return models.map(describeModel).join('\n\n') || 'No model is live at the moment.';
}

function describeModel({ model, prices }: CatalogModel): string {
  const abilities = [
    model.supportsStreaming && 'streams',
    model.supportsFunctionCalling && 'calls tools',
    model.supportsVision && 'accepts images',
  ].filter((ability) => ability !== false);
  const facts = [
    `- product: ${model.product}`,
    `- owned by: ${plain(model.ownedBy)}`,
    ...(abilities.length > 0 ? [`- ${abilities.join(', ')}`] : []),
    ...(model.maxInputTokens > 0 ? [`- at most ${model.maxInputTokens} tokens of input`] : []),
    ...(model.maxOutputTokens > 0 ? [`- at most ${model.maxOutputTokens} tokens of output`] : []),
    ...mediaFacts(model),
    ...(model.sizes ? [`- sizes: ${model.sizes.join(', ')} (the first is the default)`] : []),
    ...(model.qualities ? [`- qualities: ${model.qualities.join(', ')} (the first is the default)`] : []),
  ];
  const rows = prices.map(
    (price) =>
      `| \`${price.unitType}\` | ${plain(price.unitName)}${qualified(price)} | ${formatCny(price.priceNano)} |`,
  );
  const list =
    rows.length > 0
      ? `| unit | for | CNY |\n|---|---|---|\n${rows.join('\n')}`
      : 'It has no price yet, so you cannot use it.';
  return `## \`${plain(model.id)}\`: ${plain(model.displayName)}\n\n${facts.join('\n')}\n\n${list}`;
}

function qualified({ aboveInputTokens, size, quality, depth }: CatalogModel['prices'][number]): string {
  const words = [
    aboveInputTokens && `above ${aboveInputTokens} tokens of input`,
    size,
    quality && `quality ${quality}`,
    depth && `depth ${depth}`,
  ].filter(Boolean);
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
}

function mediaFacts(model: Model): string[] {
  const { image, file } = mediaTokensOf(model);
  const ofImage =
    typeof image === 'number'
      ? `an image in a message counts ${image} tokens`
      : `an image in a message counts ${image.base} tokens, and unless \`detail\` is \`low\`, ${image.tile} more for each 512-pixel tile. It is first scaled down to fit 2,048 × 2,048, and then to a shorter side of 768. That gives at most 8 tiles, and the hold covers 8 if you send the image by its URL`;
  return [
    ...(model.supportsVision ? [`- ${ofImage}`] : []),
    ...(model.inputModalities.includes('file')
      ? [`- a file in a message counts at least ${file} tokens, and a long PDF more`]
      : []),
  ];
}
