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

  /** The prompt as the supplier rewrote it, if it says so. */
  @Column('text', { nullable: true })
  revisedPrompt: string | null;

  @Column('timestamptz')
  expiresAt: Date;

  @Column('timestamptz')
  createdAt: Date;
}
