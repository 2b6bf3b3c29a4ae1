import { Column, Entity, PrimaryColumn } from 'typeorm';

/** That a guardian's consent was confirmed: when, and to which text. Nothing of the guardian. It stays when the recipient data goes. */
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
