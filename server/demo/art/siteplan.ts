/** The two subdivisions as data: every lot a polygon in metres (x right, y down), and the drawing behind them. */
import { type Point } from './space.ts';
import { areaOf } from './plans.ts';
import { siteBackground } from './site-background.ts';

/** Lot types of domain.md §2. */
type LotType = 1 | 2 | 3 | 4 | 5;

export interface SiteLot {
  /** `A-01` */
  name: string;
  block: string;
  type: LotType;
  area_m2: number;
  polygon: Point[];
  /** Where its name reads best: the centre of its area. */
  label: Point;
}

export interface SiteGreen {
  name: string;
  outline: Point[];
  kind: 'parque' | 'social' | 'reserva' | 'tanque';
}

export interface SiteStreet {
  name: string;
  line: Point[];
}

export interface SitePlan {
  width: number;
  height: number;
  /** SVG markup under the lots: ground, streets, greens, names. */
  background: string;
  lots: SiteLot[];
}

export interface SiteDrawing {
  width: number;
  height: number;
  /** Edge of the built-up land: all of it that is neither lot nor green is street. */
  edge: Point[];
  lots: SiteLot[];
  greens: SiteGreen[];
  streets: SiteStreet[];
  entrance: Point;
}

/** Streets follow the land: a gentle bend of the whole plane, the same for every shared corner. */
type Bend = (p: Point) => Point;

interface Raw {
  outline: Point[];
  type: LotType;
}

const cm = (v: number) => Math.round(v * 100) / 100;

/** Points along a line between corners, so that long edges bend too. */
function dense(outline: readonly Point[], step: number, open = false): Point[] {
  const out: Point[] = [];
  const last = open ? outline.length - 1 : outline.length;
  for (let i = 0; i < last; i += 1) {
    const [[xa, ya], [xb, yb]] = [outline[i]!, outline[(i + 1) % outline.length]!];
    const parts = Math.max(1, Math.round(Math.hypot(xb - xa, yb - ya) / step));
    for (let k = 0; k < parts; k += 1) out.push([xa + ((xb - xa) * k) / parts, ya + ((yb - ya) * k) / parts]);
  }
  if (open) out.push(outline.at(-1)!);
  return out;
}

const box2 = (x0: number, y0: number, x1: number, y1: number): Point[] => [
  [x0, y0],
  [x1, y0],
  [x1, y1],
  [x0, y1],
];

interface Rows {
  at: Point;
  /** Lots in each of the two rows, back to back. */
  columns: number;
  width: number;
  depth: number;
  /** Which row looks onto a park. */
  park?: 'north' | 'south';
}

/** Two rows of lots back to back, numbered clockwise from the north-west corner; end lots are wider corners. */
function rows({ at: [x, y], columns, width, depth, park }: Rows): Raw[] {
  const corner = 1.16;
  const each = width / (columns - 2 + 2 * corner);
  const edges = [0];
  for (let i = 0; i < columns; i += 1)
    edges.push(edges[i]! + (i === 0 || i === columns - 1 ? each * corner : each));
  const lot = (i: number, north: boolean): Raw => {
    const [x0, x1] = [x + edges[i]!, x + edges[i + 1]!];
    const [y0, y1] = north ? [y, y + depth] : [y + depth, y + depth * 2];
    const end = i === 0 || i === columns - 1;
    const facing = park === (north ? 'north' : 'south');
    return { outline: box2(x0, y0, x1, y1), type: facing ? 4 : end ? 2 : 1 };
  };
  const order = Array.from({ length: columns }, (_, i) => i);
  return [...order.map((i) => lot(i, true)), ...order.toReversed().map((i) => lot(i, false))];
}

interface Close {
  at: Point;
  width: number;
  height: number;
  stub: number;
  radius: number;
}

/** Twelve lots about a cul-de-sac that opens to the south: three up the left, six in a fan, three down the right. */
function culDeSac({ at: [x, y], width, height, stub, radius }: Close): Raw[] {
  const [mid, top] = [width / 2, radius + height * 0.22];
  const join = top + Math.sqrt(radius ** 2 - (stub / 2) ** 2);
  const [left, right] = [mid - stub / 2, mid + stub / 2];
  const step = (height - join) / 3;
  const put = (points: Point[]): Point[] => points.map(([a, b]) => [x + a, y + b]);
  const side = (k: number, west: boolean): Raw => {
    const [y0, y1] = [height - step * (k + 1), height - step * k];
    const outline = west ? box2(0, y0, left, y1) : box2(right, y0, width, y1);
    return { outline: put(outline), type: k === 0 ? 2 : 1 };
  };
  const start = Math.atan2(join - top, left - mid);
  const turn = (2 * Math.PI - 2 * Math.asin(stub / 2 / radius)) / 6;
  const rim = (k: number): Point => [
    mid + Math.cos(start + turn * k) * radius,
    top + Math.sin(start + turn * k) * radius,
  ];
  const out: Point[] = [
    [0, join],
    [0, join * 0.42],
    [width * 0.25, 0],
    [mid, 0],
    [width * 0.75, 0],
    [width, join * 0.42],
    [width, join],
  ];
  const fan = (k: number): Raw => {
    const corner: Point[] = k === 1 ? [[0, 0]] : k === 4 ? [[width, 0]] : [];
    const arc = [1, 0.75, 0.5, 0.25, 0].map((f) => rim(k + f));
    return { outline: put([out[k]!, ...corner, out[k + 1]!, ...arc]), type: corner.length ? 5 : 3 };
  };
  return [
    ...[0, 1, 2].map((k) => side(k, true)),
    ...[0, 1, 2, 3, 4, 5].map(fan),
    ...[2, 1, 0].map((k) => side(k, false)),
  ];
}

/** Centre of the area of a polygon. */
function centre(polygon: readonly Point[]): Point {
  let [twice, x, y] = [0, 0, 0];
  polygon.forEach(([xa, ya], i) => {
    const [xb, yb] = polygon[(i + 1) % polygon.length]!;
    const k = xa * yb - xb * ya;
    twice += k;
    x += (xa + xb) * k;
    y += (ya + yb) * k;
  });
  return [cm(x / (3 * twice)), cm(y / (3 * twice))];
}

function named(blocks: readonly Raw[][], bend: Bend): SiteLot[] {
  return blocks.flatMap((lots, b) => {
    const block = String.fromCharCode(65 + b);
    return lots.map(({ outline, type }, i) => {
      const polygon = outline.map((p): Point => {
        const [x, y] = bend(p);
        return [cm(x), cm(y)];
      });
      const name = `${block}-${String(i + 1).padStart(2, '0')}`;
      return { name, block, type, area_m2: cm(areaOf(polygon)), polygon, label: centre(polygon) };
    });
  });
}

function drawn(plan: Omit<SiteDrawing, 'lots'>, blocks: readonly Raw[][], bend: Bend): SitePlan {
  const bent = (points: readonly Point[], open = false) => dense(points, 6, open).map(bend);
  const lots = named(blocks, bend);
  const background = siteBackground({
    ...plan,
    lots,
    edge: bent(plan.edge),
    greens: plan.greens.map((g) => ({ ...g, outline: bent(g.outline) })),
    streets: plan.streets.map((s) => ({ ...s, line: bent(s.line, true) })),
    entrance: bend(plan.entrance),
  });
  return { width: plan.width, height: plan.height, background, lots };
}

/** Valle Sereno: 120 lots in ten blocks on a gentle valley, boulevard from the south. */
function valle(): SitePlan {
  const bend: Bend = ([x, y]) => [x + 5 * Math.sin(y / 62), y + 9 * Math.sin((x - 30) / 96) + 12];
  const [c0, c1, c2, c3] = [14, 90, 178, 254];
  const close = (x: number) => culDeSac({ at: [x, 14], width: 65, height: 64, stub: 10, radius: 11 });
  const double = (x: number, y: number, park?: Rows['park']) =>
    rows({ at: [x, y], columns: 6, width: 65, depth: 20, ...(park ? { park } : {}) });
  // prettier-ignore
  const blocks = [
    close(c0), close(c1), close(c2), close(c3),
    double(c0, 89), double(c1, 89, 'south'), double(c2, 89, 'south'), double(c3, 89),
    double(c0, 140), double(c3, 140),
  ];
  // prettier-ignore
  const streets: SiteStreet[] = [
    {
      name: 'Bulevar Valle Sereno',
      line: [
        [174, 186],
        [174, 90],
      ],
    },
    {
      name: 'Calle de los Guayacanes',
      line: [
        [12, 83.5],
        [321, 83.5],
      ],
    },
    {
      name: 'Calle del Corotú',
      line: [
        [12, 134.5],
        [321, 134.5],
      ],
    },
    {
      name: 'Calle Río Sereno',
      line: [
        [12, 185.5],
        [321, 185.5],
      ],
    },
    {
      name: 'Calle 1',
      line: [
        [84.5, 84],
        [84.5, 186],
      ],
    },
    {
      name: 'Calle 2',
      line: [
        [248.5, 84],
        [248.5, 186],
      ],
    },
  ];
  // prettier-ignore
  return drawn({
    width: 333, height: 246, streets, entrance: [166.5, 206],
    edge: [[13, 13], [320, 13], [320, 191], [180, 191], [180, 260], [153, 260], [153, 191], [13, 191]],
    greens: [
      { name: 'Parque El Espavé', kind: 'parque', outline: box2(c1, 140, c1 + 65, 180) },
      { name: 'Área social', kind: 'social', outline: box2(c2, 140, c2 + 65, 180) },
      { name: '', kind: 'reserva', outline: box2(164, 93, 169, 130) },
      { name: '', kind: 'reserva', outline: box2(164, 140, 169, 181) },
      { name: 'Reserva', kind: 'reserva', outline: box2(11, 195, 150, 214) },
      { name: 'Reserva', kind: 'reserva', outline: box2(183, 195, 290, 214) },
      { name: 'Tanque de agua', kind: 'tanque', outline: box2(296, 196, 320, 214) },
    ],
  }, blocks, bend);
}

/** San Roque: 80 larger lots in seven blocks on terraces that follow the hill. */
function roque(): SitePlan {
  const bend: Bend = ([x, y]) => [x + 8 * Math.sin(y / 70), y + 17 * Math.sin((x + 20) / 88) + 20];
  const [c0, c1, c2] = [14, 108, 202];
  const double = (x: number, y: number, columns = 6, width = 82, park?: Rows['park']) =>
    rows({ at: [x, y], columns, width, depth: 22, ...(park ? { park } : {}) });
  // prettier-ignore
  const blocks = [
    culDeSac({ at: [c0, 12], width: 82, height: 72, stub: 11, radius: 12 }),
    culDeSac({ at: [c1, 12], width: 82, height: 72, stub: 11, radius: 12 }),
    double(c0, 96), double(c1, 96), double(c0, 152), double(c1, 152),
    double(c2, 96, 4, 56, 'north'),
  ];
  // prettier-ignore
  const streets: SiteStreet[] = [
    {
      name: 'Avenida San Roque',
      line: [
        [196, 214],
        [196, 60],
      ],
    },
    {
      name: 'Calle del Cerro',
      line: [
        [12, 90],
        [260, 90],
      ],
    },
    {
      name: 'Calle La Pintada',
      line: [
        [12, 146],
        [260, 146],
      ],
    },
    {
      name: 'Calle Los Sombreros',
      line: [
        [12, 202],
        [196, 202],
      ],
    },
    {
      name: 'Calle 1',
      line: [
        [102, 90],
        [102, 202],
      ],
    },
  ];
  // prettier-ignore
  return drawn({
    width: 282, height: 262, streets, entrance: [196, 212],
    edge: [[13, 11], [192, 11], [259, 40], [259, 207], [203, 207], [203, 280], [189, 280], [189, 207], [13, 207]],
    greens: [
      { name: 'Parque Mirador', kind: 'parque', outline: [[c2, 22], [c2 + 24, 26], [c2 + 56, 44], [c2 + 56, 84], [c2, 84]] },
      { name: 'Área social', kind: 'social', outline: box2(c2, 152, c2 + 56, 184) },
      { name: 'Tanque de agua', kind: 'tanque', outline: box2(c2 + 28, 188, c2 + 56, 204) },
      { name: 'Reserva', kind: 'reserva', outline: box2(12, 211, 186, 226) },
    ],
  }, blocks, bend);
}

export const SITE_PLANS = { 'residencial-valle-sereno': valle(), 'altos-de-san-roque': roque() } as const;
