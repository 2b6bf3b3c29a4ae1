import { hash, verify } from '@node-rs/argon2';

export const PASSWORD = { min: 10, max: 200 };

/** Uses Argon2id with 19 MiB and two passes. Its text form stores the parameters for later versions. */
export const hashPassword = (password: string): Promise<string> => hash(password);

export const isPassword = (passwordHash: string, password: string): Promise<boolean> => verify(passwordHash, password);
