/** Trees, palms, shrubs, hedges and flowers, drawn leaf by leaf at a point of the sheet (foot of the plant, pixels). */
import { type Sheet, chance, mix, n1, tone } from './sheet.ts';

export interface Greens {
  dark: string;
  mid: string;
  light: string;
  glow: string;
}

export const GREENS: Record<'mango' | 'guayacan' | 'laurel' | 'lime' | 'far', Greens> = {
  mango: { dark: '#1d3d1f', mid: '#3a6d2b', light: '#6f9f3b', glow: '#b5cf62' },
  guayacan: { dark: '#9a6a12', mid: '#e0a61a', light: '#f7cb36', glow: '#fff2a8' },
  laurel: { dark: '#16382a', mid: '#2f6340', light: '#5b9150', glow: '#a5c878' },
  lime: { dark: '#34551a', mid: '#5f8c2c', light: '#97bc46', glow: '#dbe88a' },
  far: { dark: '#35583f', mid: '#4f7a4c', light: '#7c9f5c', glow: '#a9bf77' },
};

type Random = () => number;

function leaf(x: number, y: number, size: number, angle: number): string {
  const [c, s] = [Math.cos(angle) * size, Math.sin(angle) * size];
  const [wx, wy] = [-s * 0.55, c * 0.55];
  return `M${n1(x - c)} ${n1(y - s)}L${n1(x + wx)} ${n1(y + wy)} ${n1(x + c)} ${n1(y + s)} ${n1(x - wx)} ${n1(y - wy)}Z`;
}

/** A ball of leaves lit from the upper left: dark body, then leaves in six tones from the shaded side to the lit one. */
export function clump(
  x: number,
  y: number,
  rx: number,
  ry: number,
  greens: Greens,
  random: Random,
  size: number,
): string {
  const tones = [
    greens.dark,
    mix(greens.dark, greens.mid, 0.55),
    greens.mid,
    mix(greens.mid, greens.light, 0.6),
    greens.light,
    greens.glow,
  ];
  const paths = tones.map(() => '');
  const count = Math.min(320, Math.round(((rx * ry) / (size * size)) * 2.4) + 8);
  for (let i = 0; i < count; i += 1) {
    const [r, a] = [random() ** 0.62 * 1.12, random() * Math.PI * 2];
    const [dx, dy] = [Math.cos(a) * r, Math.sin(a) * r];
    const light = 0.46 - dx * 0.3 - dy * 0.5 + (random() - 0.5) * 0.5;
    const step = Math.max(0, Math.min(5, Math.floor(light * 5.2)));
    paths[step] += leaf(x + dx * rx, y + dy * ry, size * (0.6 + random() * 0.7), random() * Math.PI);
  }
  const body = `<ellipse cx="${n1(x)}" cy="${n1(y)}" rx="${n1(rx * 0.84)}" ry="${n1(ry * 0.84)}" fill="${mix(greens.dark, greens.mid, 0.3)}"/>`;
  return body + paths.map((d, i) => (d ? `<path d="${d}" fill="${tones[i]}"/>` : '')).join('');
}

function trunk(x: number, y: number, width: number, height: number, lean: number, bark: string): string {
  const w = width / 2;
  const top = x + lean;
  const d = `M${n1(x - w * 1.5)} ${n1(y)}Q${n1(x - w)} ${n1(y - height * 0.4)} ${n1(top - w * 0.7)} ${n1(y - height)}L${n1(top + w * 0.7)} ${n1(y - height)}Q${n1(x + w)} ${n1(y - height * 0.4)} ${n1(x + w * 1.6)} ${n1(y)}Z`;
  const lit = `M${n1(x - w * 1.4)} ${n1(y)}Q${n1(x - w)} ${n1(y - height * 0.4)} ${n1(top - w * 0.6)} ${n1(y - height)}L${n1(top - w * 0.1)} ${n1(y - height)}Q${n1(x - w * 0.2)} ${n1(y - height * 0.4)} ${n1(x - w * 0.3)} ${n1(y)}Z`;
  return `<path d="${d}" fill="${tone(bark, 0.62)}"/><path d="${lit}" fill="${bark}"/>`;
}

/** A spreading tree of that height in pixels. */
export function tree(x: number, y: number, height: number, greens: Greens, seed: number): string {
  const random = chance(seed);
  const lean = (random() - 0.5) * height * 0.1;
  const wide = 0.42 + random() * 0.12;
  const [cx, cy, rx, ry] = [x + lean, y - height * 0.63, height * wide, height * 0.37];
  const size = Math.max(1.2, height * 0.0105);
  const parts = [trunk(x, y, height * 0.055, height * 0.6, lean, '#8b6f55')];
  for (const k of [-1.3, -0.6, 0.7, 1.3])
    parts.push(
      `<path d="M${n1(x + lean * 0.4)} ${n1(y - height * (0.26 + random() * 0.1))}Q${n1(cx + k * rx * 0.2)} ${n1(y - height * 0.42)} ${n1(cx + k * rx * 0.55)} ${n1(cy)}" stroke="#54412f" stroke-width="${n1(height * 0.014)}" fill="none"/>`,
    );
  const far = height < 150;
  const lobes = Array.from({ length: 6 }, (_, i) => ({
    a: (i / 6) * Math.PI * 2 + random() * 0.8,
    k: 0.78 + random() * 0.36,
  }));
  const reach = (a: number) =>
    lobes.reduce((best, l) => Math.max(best, l.k * (0.72 + 0.28 * Math.cos(a - l.a))), 0);
  const clumps = Array.from({ length: far ? 16 : 34 }, () => {
    const a = random() * Math.PI * 2;
    const r = Math.sqrt(random()) * reach(a);
    return { dx: Math.cos(a) * r, dy: Math.sin(a) * r * (Math.sin(a) > 0 ? 0.62 : 1), near: random() };
  }).sort((p, q) => q.dy - p.dy + (p.near - q.near) * 0.5);
  for (const { dx, dy } of clumps) {
    const shade = Math.max(0, Math.min(0.85, 0.18 + dy * 0.62 + dx * 0.34));
    const own: Greens = {
      dark: mix(greens.dark, '#0c1f16', shade * 0.5),
      mid: mix(greens.mid, greens.dark, shade),
      light: mix(greens.light, greens.dark, shade),
      glow: mix(greens.glow, greens.mid, Math.min(1, shade * 1.6)),
    };
    const k = (far ? 0.3 : 0.21) + random() * 0.12;
    parts.push(
      clump(cx + dx * rx * 0.86, cy + dy * ry * 0.82, rx * k * 1.2, ry * k * 0.98, own, random, size),
    );
  }
  return parts.join('');
}

/** A royal or coconut palm of that height in pixels. */
export function palm(x: number, y: number, height: number, seed: number, coconut = false): string {
  const random = chance(seed);
  const lean = (coconut ? 0.16 : 0.03) * height * (random() < 0.5 ? -1 : 1);
  const [tx, ty, w] = [x + lean, y - height * 0.72, height * 0.026];
  const stem = `M${n1(x - w)} ${n1(y)}Q${n1(x - w * 0.6 + lean * 0.3)} ${n1(y - height * 0.36)} ${n1(tx - w * 0.6)} ${n1(ty)}L${n1(tx + w * 0.6)} ${n1(ty)}Q${n1(x + w * 0.8 + lean * 0.3)} ${n1(y - height * 0.36)} ${n1(x + w * 1.1)} ${n1(y)}Z`;
  const bright = `M${n1(x - w * 0.9)} ${n1(y)}Q${n1(x - w * 0.5 + lean * 0.3)} ${n1(y - height * 0.36)} ${n1(tx - w * 0.5)} ${n1(ty)}L${n1(tx)} ${n1(ty)}Q${n1(x + lean * 0.3)} ${n1(y - height * 0.36)} ${n1(x - w * 0.1)} ${n1(y)}Z`;
  const parts = [`<path d="${stem}" fill="#6f6558"/><path d="${bright}" fill="#b3a691"/>`];
  for (let i = 1; i < 22; i += 1) {
    const k = i / 22;
    const [rx, ry] = [x + lean * k * k, y + (ty - y) * k];
    parts.push(
      `<path d="M${n1(rx - w * 0.8)} ${n1(ry)}h${n1(w * 1.6)}" stroke="#4d453b" stroke-width="${n1(Math.max(0.4, height * 0.002))}" opacity=".5"/>`,
    );
  }
  if (!coconut)
    parts.push(
      `<path d="M${n1(tx - w * 0.62)} ${n1(ty + height * 0.02)}Q${n1(tx - w * 0.9)} ${n1(ty - height * 0.05)} ${n1(tx)} ${n1(ty - height * 0.1)}Q${n1(tx + w * 0.9)} ${n1(ty - height * 0.05)} ${n1(tx + w * 0.62)} ${n1(ty + height * 0.02)}Z" fill="#7fa24c"/>`,
    );
  const crown = coconut ? ty : ty - height * 0.08;
  const fronds = Array.from({ length: 17 }, (_, i) => {
    const spread = (i / 16 - 0.5) * 2;
    return {
      angle: -Math.PI / 2 + spread * 2.35 + (random() - 0.5) * 0.25,
      order: Math.abs(spread) + random() * 0.7,
    };
  }).sort((p, q) => q.order - p.order);
  fronds.forEach((f, i) =>
    parts.push(frond(tx, crown, height * (0.3 + random() * 0.07), f.angle, i / fronds.length, random)),
  );
  return parts.join('');
}

function frond(x: number, y: number, length: number, angle: number, front: number, random: Random): string {
  const side = Math.cos(angle);
  const [ex, ey] = [
    x + side * length,
    y + Math.sin(angle) * length * 0.85 + length * (0.32 + 0.25 * Math.abs(side)),
  ];
  const [mx, my] = [x + side * length * 0.5, y + Math.sin(angle) * length * 0.75 - length * 0.12];
  const at = (k: number): [number, number] => {
    const j = 1 - k;
    return [j * j * x + 2 * j * k * mx + k * k * ex, j * j * y + 2 * j * k * my + k * k * ey];
  };
  const paths = ['', ''];
  const steps = Math.max(12, Math.min(34, Math.round(length / 4)));
  for (let i = 1; i <= steps; i += 1) {
    const k = i / steps;
    const [px, py] = at(k);
    const [qx, qy] = at(Math.min(1, k + 0.02));
    const along = Math.atan2(qy - py, qx - px);
    const reach = length * 0.3 * Math.sin(Math.PI * Math.min(1, 0.16 + k * 0.86)) * (0.85 + random() * 0.3);
    [1, -1].forEach((s, j) => {
      const a = along + s * (0.75 + random() * 0.2);
      const [lx, ly] = [px + Math.cos(a) * reach, py + Math.sin(a) * reach + reach * 0.34];
      const wide = Math.max(0.7, length * 0.014);
      paths[j] +=
        `M${n1(px - wide)} ${n1(py)}Q${n1((px + lx) / 2)} ${n1((py + ly) / 2 - reach * 0.12)} ${n1(lx)} ${n1(ly)}Q${n1((px + lx) / 2 + wide)} ${n1((py + ly) / 2)} ${n1(px + wide)} ${n1(py)}Z`;
    });
  }
  const [deep, bright] = [
    mix('#1d4424', '#3b7232', front),
    mix('#3f7034', '#8fbb52', side < 0.2 ? front : front * 0.55),
  ];
  const upper = side < 0 ? 0 : 1;
  return `<path d="${paths[1 - upper]}" fill="${deep}"/><path d="${paths[upper]}" fill="${bright}"/><path d="M${n1(x)} ${n1(y)}Q${n1(mx)} ${n1(my)} ${n1(ex)} ${n1(ey)}" fill="none" stroke="${mix(bright, '#d8d98f', 0.35)}" stroke-width="${n1(Math.max(0.6, length * 0.012))}"/>`;
}

/** A rounded shrub of that width; `flower` scatters blossoms on it. */
export function shrub(
  x: number,
  y: number,
  width: number,
  greens: Greens,
  seed: number,
  flower?: string,
): string {
  const random = chance(seed);
  const size = Math.max(1.1, width * 0.034);
  const parts: string[] = [];
  for (let i = 0; i < 5; i += 1) {
    const dx = (random() - 0.5) * width * 0.6;
    parts.push(
      clump(x + dx, y - width * (0.2 + random() * 0.14), width * 0.27, width * 0.25, greens, random, size),
    );
  }
  if (flower)
    for (let i = 0; i < width * 0.32 + 8; i += 1) {
      const [a, r] = [random() * Math.PI * 2, Math.sqrt(random())];
      const [fx, fy] = [
        x + Math.cos(a) * r * width * 0.46,
        y - width * 0.27 + Math.sin(a) * r * width * 0.24,
      ];
      parts.push(
        `<circle cx="${n1(fx)}" cy="${n1(fy)}" r="${n1(Math.max(0.8, width * 0.026 * (0.6 + random() * 0.7)))}" fill="${mix(flower, '#ffffff', random() * 0.45)}"/>`,
      );
    }
  return parts.join('');
}

/** A soft contact shadow under a plant, thrown to the right and away. */
export function shadowUnder(sheet: Sheet, x: number, y: number, width: number): string {
  const fill = sheet.radial(x + width * 0.25, y, width * 0.75, [
    [0, '#12261a', 0.55],
    [0.55, '#12261a', 0.3],
    [1, '#12261a', 0],
  ]);
  return `<g transform="translate(0 ${n1(y)}) scale(1 .22) translate(0 ${n1(-y)})"><circle cx="${n1(x + width * 0.25)}" cy="${n1(y)}" r="${n1(width * 0.75)}" fill="${fill}"/></g>`;
}
