import type { ImageExtension } from '@shipyard/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The bytes are in the object store, without metadata. The same upload in the same project is one asset. */
@Entity('assets')
export class Asset {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  projectId: string;

  @Column('bytea')
  uploadedSha256: Buffer;

  /** The hash of the stored bytes. Null until a worker has hashed an image that came without one. */
  @Column('bytea', { nullable: true })
  servedSha256: Buffer | null;

  /** Of the file in the project's folder, as whoever sent it last named it. */
  @Column('text', { nullable: true })
  path: string | null;

  @Column('text')
  extension: ImageExtension;

  @Column('integer')
  bytes: number;

  @Column('integer')
  width: number;

  @Column('integer')
  height: number;
}
