/** The ground: lawn with blades, paved surfaces, streets, all laid flat at a height and lit like the rest. */
import { type Sheet, chance, closed, mix, n1 } from './sheet.ts';
import { type Camera, type Light, type Point, type Vec } from './space.ts';
import { type Face, face } from './faces.ts';
import { Plane } from './plane.ts';
import { shadowOn } from './solids.ts';
import { lit } from './space.ts';

export interface Lay {
  sheet: Sheet;
  camera: Camera;
  light: Light;
}

/** A flat patch through points of the ground. */
export function patch(points: readonly Point[], colour: string, z = 0): Face {
  return face(
    points.map(([x, y]): Vec => [x, y, z]),
    colour,
    { casts: false },
  );
}

/** Draws patches in the given order, without details. */
export function layPatch(
  { sheet, camera, light }: Lay,
  target: Face,
  decor?: (plane: Plane) => string,
): string {
  const d = closed(camera.polygon(target.points));
  if (!d) return '';
  const base = lit(target.colour, target.normal, light);
  return `<path d="${d}" fill="${base}"/>${decor ? `<g clip-path="${sheet.clip(d)}">${decor(new Plane(sheet, camera, light, target))}</g>` : ''}`;
}

/** Joints of a paved surface, every `step` metres both ways. */
export function joints(step: number, colour: string): (plane: Plane) => string {
  return (plane) => {
    const uv = plane.face.points.map((p) => plane.uv(p));
    const [us, vs] = [uv.map((p) => p[0]), uv.map((p) => p[1])];
    const [u0, u1, v0, v1] = [Math.min(...us), Math.max(...us), Math.min(...vs), Math.max(...vs)];
    const parts: string[] = [];
    for (let u = u0; u <= u1; u += step)
      parts.push(plane.rect(u, v0, 0.03, v1 - v0, colour, ' fill-opacity=".5"'));
    for (let v = v0; v <= v1; v += step)
      parts.push(plane.rect(u0, v, u1 - u0, 0.03, colour, ' fill-opacity=".5"'));
    return parts.join('');
  };
}

/** Shadow of many solids on level ground. */
export function groundShadow({ sheet, camera, light }: Lay, casters: readonly Face[], reach = 90): string {
  const ground = patch(
    [
      [-reach, -reach],
      [reach, -reach],
      [reach, reach * 2],
      [-reach, reach * 2],
    ],
    '#888888',
  );
  return shadowOn(ground, casters, sheet, camera, light);
}

/** Mottled colour over the whole lower part: mown lawn is never one green. */
export function mottle(sheet: Sheet, top: number, seed: number): string {
  const random = chance(seed);
  const parts: string[] = [];
  for (let i = 0; i < 170; i += 1) {
    const k = random() ** 1.6;
    const y = top + k * (sheet.height - top);
    const w = 20 + k * 240 * (0.4 + random());
    const colour = random() < 0.5 ? '#c9d36c' : '#2f6a2c';
    parts.push(
      `<ellipse cx="${n1(random() * sheet.width)}" cy="${n1(y)}" rx="${n1(w)}" ry="${n1(w * 0.09 + 1)}" fill="${colour}" fill-opacity="${n1(0.1 + random() * 0.12)}"/>`,
    );
  }
  return `<g filter="${sheet.blur(6)}">${parts.join('')}</g>`;
}

export interface Turf {
  x: readonly [number, number];
  y: readonly [number, number];
  count: number;
  seed: number;
  /** Where no blade grows: paths, floors, streets. */
  bare: (x: number, y: number) => boolean;
  tall?: number;
}

/** Blades of grass strewn over a stretch of ground, farthest first, in seven tones. */
export function turf({ camera }: Lay, t: Turf): string {
  const random = chance(t.seed);
  const tones = Array.from({ length: 7 }, (_, i) =>
    mix(mix('#3e6b22', '#8fb54a', i / 6), '#e6e08a', i > 4 ? 0.25 : 0),
  );
  const blades = Array.from({ length: t.count }, () => {
    const y = t.y[0] + (t.y[1] - t.y[0]) * random() ** 1.7;
    return [t.x[0] + (t.x[1] - t.x[0]) * random(), y, random(), random()] as const;
  })
    .filter(([x, y]) => !t.bare(x, y) && camera.depth([x, y, 0]) > 1)
    .sort((a, b) => b[1] - a[1]);
  const parts: string[] = [];
  for (let i = 0; i < blades.length; i += 400) {
    const paths = tones.map(() => '');
    for (const [x, y, a, b] of blades.slice(i, i + 400)) {
      const [px, py] = camera.project([x, y, 0]);
      const tall = camera.px([x, y, 0]) * (t.tall ?? 0.07) * (0.5 + b);
      const [lean, w] = [(a - 0.5) * tall * 0.9, Math.max(0.35, tall * 0.09)];
      paths[Math.floor(a * 6.99)] +=
        `M${n1(px - w)} ${n1(py)}Q${n1(px + lean * 0.3)} ${n1(py - tall * 0.6)} ${n1(px + lean)} ${n1(py - tall)}Q${n1(px + lean * 0.3 + w)} ${n1(py - tall * 0.5)} ${n1(px + w)} ${n1(py)}Z`;
    }
    parts.push(...paths.map((d, k) => (d ? `<path d="${d}" fill="${tones[k]}"/>` : '')));
  }
  return parts.join('');
}
