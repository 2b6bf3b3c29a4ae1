import { hash, verify } from '@node-rs/argon2';

export const PASSWORD = { min: 10, max: 200 };

/** Argon2id with 19 MiB and two passes. The text form stores the parameters. */
export const hashPassword = (password: string): Promise<string> => hash(password);

export const isPassword = (passwordHash: string, password: string): Promise<boolean> => verify(passwordHash, password);
