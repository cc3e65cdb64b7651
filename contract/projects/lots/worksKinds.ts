/** How far the works of a lot's house are. */
export const WORKS_KINDS = {
  1: 'Sin casa',
  2: 'Sin empezar',
  3: 'Hasta 25 %',
  4: 'Hasta 50 %',
  5: 'Hasta 75 %',
  6: 'Casi lista',
  7: 'Terminada',
} as const;

/** WORKS_KINDS of a progress, 0-100; undefined: no house. */
export const worksKind = (percent: number | undefined): keyof typeof WORKS_KINDS =>
  percent === undefined
    ? 1
    : percent <= 0
      ? 2
      : percent <= 25
        ? 3
        : percent <= 50
          ? 4
          : percent <= 75
            ? 5
            : percent < 100
              ? 6
              : 7;
