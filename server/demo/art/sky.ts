/** What stands behind everything: sky, clouds, hills in the haze, a wooded ridge. */
import { type Sheet, chance, closed, mix, n1, tone } from './sheet.ts';
import type { Point } from './space.ts';

export interface Air {
  zenith: string;
  middle: string;
  horizon: string;
  glow: string;
  /** Where the light comes from, share of the width. */
  sunAt: number;
}

export const MORNING: Air = {
  zenith: '#3f8fd0',
  middle: '#86bfe6',
  horizon: '#e2eff2',
  glow: '#fff4d2',
  sunAt: 0.12,
};
export const GOLDEN: Air = {
  zenith: '#4a86bd',
  middle: '#9dc0d6',
  horizon: '#fbe6c4',
  glow: '#ffd894',
  sunAt: 0.16,
};

export function sky(sheet: Sheet, horizon: number, air: Air, seed: number): string {
  const { width } = sheet;
  const fill = sheet.linear(0, 0, 0, horizon, [
    [0, air.zenith],
    [0.55, air.middle],
    [1, air.horizon],
  ]);
  const glow = sheet.radial(width * air.sunAt, horizon * 0.55, width * 0.62, [
    [0, air.glow, 0.7],
    [0.35, air.glow, 0.28],
    [1, air.glow, 0],
  ]);
  return `<rect width="${width}" height="${n1(horizon + 60)}" fill="${fill}"/>${veil(sheet, horizon, seed)}<rect width="${width}" height="${n1(horizon + 60)}" fill="${glow}"/>`;
}

/** Thin high cloud out of fractal noise. */
function veil(sheet: Sheet, horizon: number, seed: number): string {
  const filter = sheet.define(
    (id) =>
      `<filter id="${id}" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB"><feTurbulence type="fractalNoise" baseFrequency=".0019 .0072" numOctaves="5" seed="${seed}"/><feColorMatrix values="0 0 0 0 1  0 0 0 0 1  0 0 0 0 1  2.9 0 0 0 -1.32"/></filter>`,
  );
  const mask = sheet.define(
    (id) =>
      `<mask id="${id}"><rect width="${sheet.width}" height="${n1(horizon)}" fill="${sheet.linear(
        0,
        0,
        0,
        horizon,
        [
          [0, '#ffffff', 0.35],
          [0.6, '#ffffff', 0.8],
          [1, '#ffffff', 0.1],
        ],
      )}"/></mask>`,
  );
  return `<g mask="${mask}"><rect width="${sheet.width}" height="${n1(horizon)}" filter="${filter}"/></g>`;
}

/** A heap cloud: puffs in three lights, their edges torn by noise. */
export function cumulus(sheet: Sheet, x: number, y: number, width: number, seed: number): string {
  const random = chance(seed);
  const puffs = Array.from({ length: 26 }, () => {
    const u = random() * 2 - 1;
    const tall = (1 - u * u) * (0.45 + random() * 0.55);
    return {
      x: x + u * width * 0.46,
      y: y - tall * width * 0.22,
      r: width * (0.05 + 0.075 * (1 - Math.abs(u)) * (0.5 + random() * 0.5)),
    };
  });
  const torn = sheet.define(
    (id) =>
      `<filter id="${id}" x="-25%" y="-40%" width="150%" height="180%"><feTurbulence type="fractalNoise" baseFrequency="${(11 / width).toFixed(4)}" numOctaves="6" seed="${seed}" result="n"/><feGaussianBlur in="SourceGraphic" stdDeviation="${n1(width * 0.011)}" result="b"/><feDisplacementMap in="b" in2="n" scale="${n1(width * 0.19)}" xChannelSelector="R" yChannelSelector="G"/><feGaussianBlur stdDeviation="${n1(width * 0.0035)}"/></filter>`,
  );
  const layer = (dx: number, dy: number, k: number, colour: string, opacity: number) =>
    `<g fill="${colour}" opacity="${opacity}">${puffs.map((p) => `<circle cx="${n1(p.x + dx * width)}" cy="${n1(p.y + dy * width)}" r="${n1(p.r * k)}"/>`).join('')}</g>`;
  const base = sheet.linear(0, y - width * 0.24, 0, y + width * 0.08, [
    [0, '#ffffff'],
    [0.5, '#eef3f7'],
    [1, '#bccddb', 0.7],
  ]);
  return `<g filter="${torn}" opacity=".88"><ellipse cx="${n1(x)}" cy="${n1(y + width * 0.005)}" rx="${n1(width * 0.4)}" ry="${n1(width * 0.04)}" fill="#c6d5e1" opacity=".6"/>${layer(0, 0, 1, base, 0.9)}${layer(-0.014, -0.02, 0.7, '#ffffff', 0.8)}</g>`;
}

/** Heights of a ridge along the width: sines and midpoint noise, px above its foot. */
function ridge(width: number, height: number, seed: number, waves = 3): (x: number) => number {
  const random = chance(seed);
  const parts = Array.from({ length: 7 }, (_, i) => ({
    f: waves * 1.75 ** i * (0.8 + random() * 0.4),
    a: 0.52 ** i,
    p: random() * Math.PI * 2,
  }));
  const total = parts.reduce((sum, p) => sum + p.a, 0);
  return (x) =>
    (height *
      (0.62 * total + parts.reduce((sum, p) => sum + p.a * Math.sin((x / width) * p.f * Math.PI + p.p), 0))) /
    (1.4 * total);
}

export interface Hill {
  foot: number;
  height: number;
  colour: string;
  haze: string;
  seed: number;
  waves?: number;
  /** Size of tree tops in px; without it the hill is a smooth far one. */
  trees?: number;
}

/** A range of hills; the nearer ones carry a forest of small crowns lit from the left. */
export function hill(sheet: Sheet, h: Hill): string {
  const top = ridge(sheet.width, h.height, h.seed, h.waves);
  const points: Point[] = [];
  for (let x = -10; x <= sheet.width + 10; x += 6) points.push([x, h.foot - top(x)]);
  const outline = closed([...points, [sheet.width + 10, h.foot + 30], [-10, h.foot + 30]]);
  const fill = sheet.linear(0, h.foot - h.height, 0, h.foot + 20, [
    [0, h.colour],
    [0.75, mix(h.colour, h.haze, 0.55)],
    [1, h.haze],
  ]);
  const parts = [`<path d="${outline}" fill="${fill}"/>`];
  if (h.trees) parts.push(forest(sheet, h, top, h.trees));
  else parts.push(folds(sheet, h, top));
  return parts.join('');
}

/** Lit and shaded spurs, so that a far hill has a body. */
function folds(sheet: Sheet, h: Hill, top: (x: number) => number): string {
  const random = chance(h.seed + 7);
  const clip: Point[] = [];
  for (let x = -10; x <= sheet.width + 10; x += 8) clip.push([x, h.foot - top(x)]);
  const path = closed([...clip, [sheet.width + 10, h.foot + 30], [-10, h.foot + 30]]);
  const parts: string[] = [];
  for (let i = 0; i < 26; i += 1) {
    const x = random() * sheet.width;
    const [peak, run] = [h.foot - top(x), h.height * (0.5 + random() * 0.8)];
    const colour = i % 2 ? tone(h.colour, 0.86) : tone(h.colour, 1.1);
    const lean = i % 2 ? 1 : -1;
    parts.push(
      `<path d="M${n1(x)} ${n1(peak)}Q${n1(x + lean * run * 0.3)} ${n1(peak + run * 0.4)} ${n1(x + lean * run)} ${n1(h.foot + 20)}L${n1(x + lean * run * 0.1)} ${n1(h.foot + 20)}Z" fill="${colour}" opacity=".34"/>`,
    );
  }
  return `<g clip-path="${sheet.clip(path)}"><g filter="${sheet.blur(5)}">${parts.join('')}</g></g>`;
}

function forest(sheet: Sheet, h: Hill, top: (x: number) => number, size: number): string {
  const random = chance(h.seed + 3);
  const rows = Math.ceil((h.height * 1.1) / (size * 0.5));
  const parts: string[] = [];
  for (let row = 0; row <= rows; row += 1) {
    const depth = row / rows;
    const dots: [string, string, string] = ['', '', ''];
    for (let x = -size; x < sheet.width + size; x += size * 0.6) {
      const px = x + (random() - 0.5) * size;
      const high = top(px);
      const y = h.foot - high + depth * h.height * 1.1 + (random() - 0.5) * size * 0.8;
      if (y > h.foot + size || random() < 0.1) continue;
      const r = size * (0.28 + random() ** 2 * 0.6);
      dots[0] += ball(px, y, r) + ball(px + r * 0.8, y + r * 0.3, r * 0.6);
      dots[1] += ball(px - r * 0.15, y - r * 0.2, r * 0.66) + ball(px - r * 0.6, y + r * 0.15, r * 0.34);
      if (random() < 0.6) dots[2] += ball(px - r * 0.3, y - r * 0.4, r * 0.3);
    }
    const far = mix(h.colour, h.haze, 0.5 * depth);
    parts.push(
      `<path d="${dots[0]}" fill="${tone(far, 0.86)}"/><path d="${dots[1]}" fill="${far}"/><path d="${dots[2]}" fill="${mix(far, '#e6dc8c', 0.2)}"/>`,
    );
  }
  return parts.join('');
}

function ball(x: number, y: number, r: number): string {
  return `M${n1(x - r)} ${n1(y)}a${n1(r)} ${n1(r * 0.9)} 0 1 0 ${n1(r * 2)} 0a${n1(r)} ${n1(r * 0.9)} 0 1 0 ${n1(-r * 2)} 0`;
}
