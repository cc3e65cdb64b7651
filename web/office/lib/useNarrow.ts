import { useMediaQuery } from '@mantine/hooks';
import { WIDTHS } from '#web/design/tokens.ts';

/** Whether the screen is a phone's or a small tablet's: tables become stacked rows, views one column. */
export const useNarrow = (): boolean =>
  useMediaQuery(`(max-width: ${WIDTHS.tablet}px)`, false, { getInitialValueInEffect: false });
