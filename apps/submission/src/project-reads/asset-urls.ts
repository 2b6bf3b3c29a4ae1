export type AssetUrlOf = (assetId: string, extension: string) => string;

/** The URLs in what is answered about a project. */
export interface ProjectUrls {
  imageOf: AssetUrlOf;
  /** Absolute. */
  pageOf: (slug: string) => string;
}

export const assetUrl = (assetId: string, extension: string) => `/api/v1/assets/${assetId}.${extension}`;
/** The image of a URL or a file id of ours. */
export const assetIdIn = (name: string): string | undefined => /[/]([0-9a-f-]{36})\.[a-z]+/.exec(name)?.[1];
export const fileId = (projectId: string, assetId: string, extension: string) =>
  `cloud://${projectId}/${assetId}.${extension}`;
