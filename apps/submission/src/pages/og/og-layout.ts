export const OG_WIDTH = 1_200;
export const OG_HEIGHT = 630;
export const MARGIN = 64;

const PICTURE_LEFT = 696;

export const PICTURE = { left: PICTURE_LEFT, top: MARGIN, width: OG_WIDTH - MARGIN - PICTURE_LEFT, height: 402 };
