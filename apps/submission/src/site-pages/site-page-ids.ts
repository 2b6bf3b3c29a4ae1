/** In the order of the footer. */
export const SITE_PAGE_IDS = ['about', 'rules', 'privacy', 'parents', 'imprint', 'contact'] as const;

export type SitePageId = (typeof SITE_PAGE_IDS)[number];

export const isSitePageId = (text: string): text is SitePageId => SITE_PAGE_IDS.some((id) => id === text);
