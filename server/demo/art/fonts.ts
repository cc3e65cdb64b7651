import { ROBOTO } from '#server/kernel/pdf/fonts.ts';

export const RESVG_FONTS = {
  loadSystemFonts: false,
  fontFiles: Object.values(ROBOTO),
  defaultFontFamily: 'Roboto',
} as const;
