import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * Records when a guardian's consent was confirmed, and to which text. Holds nothing about the guardian and stays when
 * the recipient data is deleted.
 */
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
