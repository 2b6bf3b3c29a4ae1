import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ImagePartTokens } from '../tokens/image-tokens';
import { FILE_PART_TOKENS, IMAGE_PART_TOKENS, type MediaTokens } from '../tokens/prompt-tokens';

export type Product = 'text' | 'image' | 'search';

/** What customers ask for by name: a public alias that says nothing of the supplier behind it. */
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

  /** It thinks before it answers. Suppliers bill that, though much of it is never shown. */
  @Column('boolean')
  reasoning: boolean;

  @Column('integer')
  maxInputTokens: number;

  @Column('integer')
  maxOutputTokens: number;

  /** What an image in a message counts; null: the usual 3,000 tokens. */
  @Column('jsonb', { nullable: true })
  imagePartTokens: ImagePartTokens | null;

  /** What a file in a message counts; null: the usual 20,000 tokens. */
  @Column('integer', { nullable: true })
  filePartTokens: number | null;

  @Column('text', { array: true })
  inputModalities: string[];

  @Column('text', { array: true })
  outputModalities: string[];

  /** `<width>x<height>`, the default first; null unless the product is image. */
  @Column('text', { array: true, nullable: true })
  sizes: string[] | null;

  @Column('boolean')
  active: boolean;

  @Column('timestamptz')
  createdAt: Date;
}

/** What images and files in messages to a model count. */
export function mediaTokensOf({ imagePartTokens, filePartTokens }: Pick<Model, 'imagePartTokens' | 'filePartTokens'>): MediaTokens {
  return { image: imagePartTokens ?? IMAGE_PART_TOKENS, file: filePartTokens ?? FILE_PART_TOKENS };
}
