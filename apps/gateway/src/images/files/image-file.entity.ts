import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('image_files')
export class ImageFile {
  @PrimaryColumn('uuid')
  id: string;

  /** Null for images of the synchronous call, and until all images of a task are stored. */
  @Column('text', { nullable: true })
  taskId: string | null;

  @Column('integer')
  position: number;

  @Column('text')
  extension: 'png' | 'jpg' | 'webp';

  @Column('integer')
  bytes: number;

  @Column('text', { nullable: true })
  revisedPrompt: string | null;

  @Column('timestamptz')
  expiresAt: Date;

  @Column('timestamptz')
  createdAt: Date;
}
