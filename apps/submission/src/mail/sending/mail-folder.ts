import path from 'node:path';

export const mailFolder = (dataDir: string) => path.join(dataDir, 'mail');
