import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Holds nothing about the guardian, and stays when the recipient data is deleted. */
@Entity('guardian_consents')
export class GuardianConsent {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  projectId: string;

  @Column('text')
  textVersion: string;

  @Column('timestamptz')
  confirmedAt: Date;
}
