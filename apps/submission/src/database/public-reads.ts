import { EntityManager } from 'typeorm';

/**
 * Reads for what everyone may see. With SUBMISSION_READ_DATABASE_URL, requests of visitors ask the replica; without it,
 * this is the manager of the primary.
 */
export abstract class PublicReads extends EntityManager {}
