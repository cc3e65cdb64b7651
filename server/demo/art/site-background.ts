/** What lies under the lots of a site plan: land, streets with names, parks with trees, the way in. */
import { chance, closed, n1 } from './sheet.ts';
import { areaOf } from './plans.ts';
import type { SiteDrawing, SiteGreen, SiteStreet } from './siteplan.ts';
import type { Point } from './space.ts';

const GREEN: Record<SiteGreen['kind'], string> = {
  parque: '#a9cf86',
  social: '#b9d69a',
  reserva: '#9cc48b',
  tanque: '#c9d6d2',
};

function inside([x, y]: Point, outline: readonly Point[]): boolean {
  let odd = false;
  outline.forEach(([xa, ya], i) => {
    const [xb, yb] = outline[(i + 1) % outline.length]!;
    if (ya > y !== yb > y && x < ((xb - xa) * (y - ya)) / (yb - ya) + xa) odd = !odd;
  });
  return odd;
}

function crown(x: number, y: number, r: number): string {
  return `<circle cx="${n1(x + r * 0.22)}" cy="${n1(y + r * 0.26)}" r="${n1(r)}" fill="#1f3d24" fill-opacity=".2"/><circle cx="${n1(x)}" cy="${n1(y)}" r="${n1(r)}" fill="#5c9350"/><circle cx="${n1(x - r * 0.25)}" cy="${n1(y - r * 0.28)}" r="${n1(r * 0.55)}" fill="#82b568"/>`;
}

function middle(outline: readonly Point[]): Point {
  const [xs, ys] = [outline.map((p) => p[0]), outline.map((p) => p[1])];
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
}

function trees(outline: readonly Point[], count: number, seed: number, keepOut = 0): string {
  const random = chance(seed);
  const [xs, ys] = [outline.map((p) => p[0]), outline.map((p) => p[1])];
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const [mx, my] = middle(outline);
  return Array.from({ length: count * 3 }, (): Point => [
    x0 + random() * (x1 - x0),
    y0 + random() * (y1 - y0),
  ])
    .filter(
      (p) => inside(p, outline) && (Math.abs(p[0] - mx) > keepOut || Math.abs(p[1] - my) > keepOut * 0.5),
    )
    .slice(0, count)
    .map(([x, y]) => crown(x, y, 1.5 + random() * 1.5))
    .join('');
}

function green({ name, kind, outline }: SiteGreen, i: number): string {
  const [x, y] = middle(outline);
  const base = `<path d="${closed(outline)}" fill="${GREEN[kind]}" stroke="#e9e4d8" stroke-width="1.6" stroke-linejoin="round"/>`;
  const label = (dy: number) =>
    `<text x="${n1(x)}" y="${n1(y + dy)}" font-size="4.6" font-weight="500" text-anchor="middle" fill="#234b2a">${name}</text>`;
  if (kind === 'tanque')
    return `${base}<circle cx="${n1(x)}" cy="${n1(y - 1)}" r="4.6" fill="#8fb2c4" stroke="#ffffff"/><text x="${n1(x)}" y="${n1(y + 7.4)}" font-size="3" text-anchor="middle" fill="#35515c">${name}</text>`;
  if (kind === 'reserva') return base + trees(outline, Math.round(areaOf(outline) / 45), 40 + i);
  if (kind === 'social')
    return [
      base,
      trees(outline, 22, 20 + i, 17),
      `<rect x="${n1(x - 17)}" y="${n1(y - 7)}" width="14" height="10" rx="1" fill="#c7694a" stroke="#ffffff" stroke-width=".7"/><path d="M${n1(x - 17)} ${n1(y - 2)}h14" stroke="#a65238" stroke-width=".8"/>`,
      `<rect x="${n1(x)}" y="${n1(y - 7)}" width="17" height="10" fill="#4f8f7c" stroke="#ffffff" stroke-width=".7"/><path d="M${n1(x + 8.5)} ${n1(y - 7)}v10" stroke="#ffffff" stroke-width=".5"/><circle cx="${n1(x + 8.5)}" cy="${n1(y - 2)}" r="2" fill="none" stroke="#ffffff" stroke-width=".5"/>`,
      label(10.5),
    ].join('');
  return [
    base,
    `<path d="M${n1(x - 24)} ${n1(y + 9)}Q${n1(x - 8)} ${n1(y - 12)} ${n1(x + 4)} ${n1(y - 2)}T${n1(x + 24)} ${n1(y - 9)}" fill="none" stroke="#eadfc6" stroke-width="2.2" stroke-linecap="round"/>`,
    `<ellipse cx="${n1(x + 12)}" cy="${n1(y + 6.5)}" rx="7" ry="4.6" fill="#ecd8a8" stroke="#c9ac74" stroke-width=".6"/><circle cx="${n1(x - 9)}" cy="${n1(y - 7)}" r="3.4" fill="#b98a4e" stroke="#8d6a38" stroke-width=".5"/>`,
    trees(outline, 30, 10 + i, 9),
    label(1.6),
  ].join('');
}

/** The name along the street, in the middle of it, upright enough to read. */
function streetName({ name, line }: SiteStreet): string {
  const at = Math.floor(line.length * (name.startsWith('Calle ') && name.length < 9 ? 0.5 : 0.3));
  const [a, b] = [line[at]!, line[Math.min(line.length - 1, at + 2)]!];
  let angle = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI;
  if (angle > 90 || angle <= -90) angle += 180;
  return `<text transform="translate(${n1(a[0])} ${n1(a[1])}) rotate(${n1(angle)})" y="1.2" font-size="3.4" text-anchor="middle" fill="#ffffff" stroke="#8b9094" stroke-width="1.2" paint-order="stroke">${name}</text>`;
}

export function siteBackground(site: SiteDrawing): string {
  const { width, height, edge, lots, greens, streets, entrance } = site;
  const random = chance(width * 7);
  const land = Array.from({ length: 420 }, (): Point => [random() * width, random() * height])
    .filter((p) => !inside(p, edge) && !greens.some((g) => inside(p, g.outline)))
    .map(([x, y]) => crown(x, y, 1.6 + random() * 2))
    .join('');
  const blocks = lots.map((l) => closed(l.polygon)).join('');
  const dashes = streets
    .map((s) => `<path d="M${s.line.map(([x, y]) => `${n1(x)} ${n1(y)}`).join('L')}"/>`)
    .join('');
  return [
    `<rect width="${width}" height="${height}" fill="#cfe0b4"/>`,
    land,
    `<path d="${closed(edge)}" fill="#e9e4d8" stroke="#e9e4d8" stroke-width="5" stroke-linejoin="round"/><path d="${closed(edge)}" fill="#8b9094" stroke="#8b9094" stroke-width="2" stroke-linejoin="round"/>`,
    `<path d="${blocks}" fill="#e9e4d8" stroke="#e9e4d8" stroke-width="3.2" stroke-linejoin="round"/>`,
    `<path d="${blocks}" fill="#f4efe2"/>`,
    `<g fill="none" stroke="#f6e7ae" stroke-width=".5" stroke-dasharray="3 3" stroke-opacity=".8">${dashes}</g>`,
    ...greens.map(green),
    ...streets.map(streetName),
    `<g transform="translate(${n1(entrance[0])} ${n1(entrance[1])})"><path d="M0 -8l5 7h-3v8h-4v-8h-3Z" fill="#ffffff"/><text y="12.5" font-size="4" font-weight="500" text-anchor="middle" fill="#ffffff">Entrada</text></g>`,
    `<g transform="translate(${width - 13} 14)"><circle r="8" fill="#ffffff" fill-opacity=".85"/><path d="M0 -6.4L2.6 3.6L0 1.8L-2.6 3.6Z" fill="#0f573a"/><text y="6.9" font-size="3" font-weight="500" text-anchor="middle" fill="#0f573a">N</text></g>`,
  ].join('');
}
