/** Draws a signature from a name: loops in the rhythm of its letters, like a finger on a screen. */
import { withoutAccents } from '#contract/accents.ts';
import { chance } from '../chance.ts';
import { n1 } from './svg.ts';
import { type Paper, type PaperPerson, fileName, seedOf } from './person.ts';
import { png } from './render.ts';

type Point = [number, number];

const TALL = new Set('bdfhklt');
const DEEP = new Set('gjpqy');

/** Points of one letter of width w on the baseline y. */
function letter(sign: string, x: number, y: number, w: number, random: () => number): Point[] {
  const wobble = () => (random() - 0.5) * 5;
  if (TALL.has(sign))
    return [[x + w * 0.35, y - 62 + wobble()], [x + w * 0.12, y - 66], [x + w * 0.3, y + wobble()], [x + w, y - 12]]; // prettier-ignore
  if (DEEP.has(sign))
    return [[x + w * 0.6, y - 24], [x + w * 0.5, y + 34 + wobble()], [x + w * 0.1, y + 30], [x + w, y - 10]]; // prettier-ignore
  if ('aeoc'.includes(sign))
    return [[x + w * 0.7, y - 24 + wobble()], [x + w * 0.15, y - 12], [x + w * 0.5, y + 2], [x + w, y - 14]]; // prettier-ignore
  return [[x + w * 0.35, y - 22 + wobble()], [x + w * 0.5, y + 1], [x + w * 0.85, y - 20 + wobble()], [x + w, y - 4]]; // prettier-ignore
}

/** A smooth SVG path through points (Catmull-Rom as cubic curves). */
function smooth(points: readonly Point[]): string {
  const at = (i: number) => points[Math.max(0, Math.min(points.length - 1, i))]!;
  let d = `M${n1(points[0]![0])} ${n1(points[0]![1])}`;
  for (let i = 0; i < points.length - 1; i += 1) {
    const [a, b, c, e] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    d += `C${n1(b[0] + (c[0] - a[0]) / 6)} ${n1(b[1] + (c[1] - a[1]) / 6)} ${n1(c[0] - (e[0] - b[0]) / 6)} ${n1(c[1] - (e[1] - b[1]) / 6)} ${n1(c[0])} ${n1(c[1])}`;
  }
  return d;
}

/** Strokes of a surname in a box of 600 × 220. */
export function signatureStrokes(name: string, colour = '#16264d'): string {
  const random = chance(seedOf(name));
  const surname = withoutAccents(name)
    .toLowerCase()
    .replace(/^(?:de la|del|de) /, '');
  const letters = Array.from(surname.split(' ')[0]!.slice(0, 8));
  const base = 140;
  const initial: Point[] = [[70, 120], [58, 60], [110, 34], [124, 92], [92, 152], [70, 128], [130, 96], [168, 118]]; // prettier-ignore
  const points: Point[] = initial.map(([x, y]) => [x + (random() - 0.5) * 18, y + (random() - 0.5) * 16]);
  let x = 178;
  for (const [i, sign] of letters.entries()) {
    const w = 30 + random() * 14;
    points.push(...letter(sign, x, base - i * 2.5, w, random));
    x += w;
  }
  points.push([x + 36, base - 40], [x + 70, base - 30 - random() * 30]);
  const swing: Point[] = [[x + 60, base + 6], [x * 0.6, base + 34 + random() * 10], [110, base + 30], [x * 0.55, base + 20 + random() * 18], [x + 84, base + 8]]; // prettier-ignore
  const line = smooth(points);
  return `<g fill="none" stroke="${colour}" stroke-linecap="round" stroke-linejoin="round"><path d="${line}" stroke-width="3.2"/><path d="${line}" stroke-width="5" stroke-dasharray="26 34" stroke-opacity=".55"/>${random() < 0.7 ? `<path d="${smooth(swing)}" stroke-width="2.6"/>` : ''}</g>`;
}

/** A PNG like the form's canvas saves it: dark strokes on transparency, 600 × 220. */
export async function signature(person: PaperPerson): Promise<Paper> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="220">${signatureStrokes(person.apellidos)}</svg>`;
  return { bytes: await png(svg), mime: 'image/png', name: fileName('firma', person, 'png') };
}
