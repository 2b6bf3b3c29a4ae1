export { clipped, drawable, hasHan, legible, widthInLetters } from './drawable-text';
export {
  FONT_FAMILIES,
  type FontFamily,
  type IsCovered,
  isCoveredBy,
  type OwnFonts,
  unpackFonts,
} from './unpack-fonts';
