import type { CellReader, CellValue } from '#contract/overview/imports/cells.ts';

/** Corners as `x,y; x,y; …` in metres of the plan. */
export const polygonCell: CellReader<string> = (text) => {
  const corners = text.split(';').map((corner) =>
    corner
      .trim()
      .split(/[,\s]+/)
      .map(Number),
  );
  const good =
    corners.length >= 3 &&
    corners.length <= 60 &&
    corners.every(
      (corner) => corner.length === 2 && corner.every((n) => Number.isFinite(n) && Math.abs(n) < 1e6),
    );
  return good
    ? { value: corners.map((corner) => corner.join(',')).join('; ') }
    : { fault: 'escribe las esquinas en metros, por ejemplo 0,0; 10,0; 10,20; 0,20.' };
};
export const polygonOf = (text: CellValue): [number, number][] | null =>
  typeof text === 'string'
    ? text.split('; ').map((corner) => {
        const [x = 0, y = 0] = corner.split(',').map(Number);
        return [x, y];
      })
    : null;
export const polygonText = (corners: [number, number][] | null) =>
  corners && corners.map((corner) => corner.join(',')).join('; ');

/** A-07 from «A» and «7», or the text itself. Undefined if it is not a lot name. */
export function nameOf(block: CellValue, lot: string): string | undefined {
  const short = /^(\d{1,3})([A-Z]?)$/.exec(lot.toUpperCase());
  const whole =
    short && block
      ? `${String(block).toUpperCase()}-${short[1]!.padStart(2, '0')}${short[2]}`
      : lot.toUpperCase();
  const name = whole.replace(/\s*-\s*/, '-');
  return /^[A-Z]{1,3}-\d{1,3}[A-Z]?$/.test(name) ? name : undefined;
}
