import { Column, Entity, PrimaryColumn } from 'typeorm';

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

  @Column('integer')
  maxInputTokens: number;

  @Column('integer')
  maxOutputTokens: number;

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
