import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Product } from '../products';
import type { ImagePartTokens } from '../tokens/image-tokens';
import { NO_SIZES, type PartSizes } from '../tokens/part-sizes';
import { FILE_PART_TOKENS, IMAGE_PART_TOKENS, type MediaTokens } from '../tokens/prompt-tokens';

@Entity('models')
export class Model {
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  product: Product;

  @Column('text')
  ownedBy: string;

  @Column('text')
  displayName: string;

  @Column('boolean')
  supportsStreaming: boolean;

  @Column('boolean')
  supportsFunctionCalling: boolean;

  @Column('boolean')
  supportsVision: boolean;

  /** It reasons before it answers. Suppliers bill reasoning, although most of it is never shown. */
  @Column('boolean')
  reasoning: boolean;

  @Column('integer')
  maxInputTokens: number;

  @Column('integer')
  maxOutputTokens: number;

  /** The tokens of an image in a message; null for the default of 3,000. */
  @Column('jsonb', { nullable: true })
  imagePartTokens: ImagePartTokens | null;

  /** The least tokens of a file in a message; null for the default of 20,000. */
  @Column('integer', { nullable: true })
  filePartTokens: number | null;

  @Column('text', { array: true })
  inputModalities: string[];

  @Column('text', { array: true })
  outputModalities: string[];

  /** `<width>x<height>`, the default first; null unless the product is image. */
  @Column('text', { array: true, nullable: true })
  sizes: string[] | null;

  /** Of image models: the default first; null if the model has no qualities. */
  @Column('text', { array: true, nullable: true })
  qualities: string[] | null;

  @Column('boolean')
  active: boolean;

  @Column('timestamptz')
  createdAt: Date;
}

export function mediaTokensOf(
  { imagePartTokens, filePartTokens, maxInputTokens }: Model,
  sizes: PartSizes = NO_SIZES,
): MediaTokens {
  return {
    image: imagePartTokens ?? IMAGE_PART_TOKENS,
    file: filePartTokens ?? FILE_PART_TOKENS,
    longestPrompt: maxInputTokens,
    sizes,
  };
}
