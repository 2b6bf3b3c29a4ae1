import { existsSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type IsCovered, isCoveredBy, unpackFonts } from '@shipyard/pdf/fonts';

/** Lets this process know our fonts and no others. Call it before the first text is drawn. */
export async function useOwnFonts(root: string): Promise<IsCovered> {
  const fonts = await unpackFonts(root);
  const config = path.join(fonts.folder, 'fonts.conf');
  if (!existsSync(config)) {
    const draft = path.join(fonts.folder, `fonts-${process.pid}.conf`);
    await writeFile(draft, configOf(fonts.folder));
    await rename(draft, config);
  }
  // Read by Fontconfig, inside of sharp.
  process.env.FONTCONFIG_FILE = config;
  return isCoveredBy(fonts);
}

function configOf(folder: string): string {
  const [names, text, cache] = ['names', 'text', 'cache'].map((name) => escapeXml(path.join(folder, name)));
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${names}</dir><dir>${text}</dir><cachedir>${cache}</cachedir></fontconfig>`;
}

export const escapeXml = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0)};`);
