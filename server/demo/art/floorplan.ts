/** A furnished floor plan with names, dimensions, scale and north. */
import { drawThing } from './plan-things.ts';
import { type FloorKind, type HousePlan, PLANS, type PlanDoor, type PlanWall, type Side } from './plans.ts';
import type { ModelKey } from './houses.ts';
import { Sheet, chance, closed, n1 } from './sheet.ts';
import type { Point } from './space.ts';

const WAY: Record<Side, Point> = { n: [0, 1], s: [0, -1], e: [1, 0], w: [-1, 0] };
const FLOORS: Record<FloorKind, string> = {
  madera: '#e3c79f',
  porcelanato: '#efe9dd',
  azulejo: '#dbe8e8',
  portal: '#e0d8ca',
};
const INK = '#2f3a35';

class Paper {
  readonly sheet = new Sheet(1600, 1200);
  readonly scale: number;
  private readonly ox: number;
  private readonly oy: number;

  constructor([x0, y0, x1, y1]: HousePlan['extent']) {
    this.scale = Math.min(1010 / (x1 - x0), 850 / (y1 - y0));
    this.ox = 600 - ((x0 + x1) / 2) * this.scale;
    this.oy = 610 + ((y0 + y1) / 2) * this.scale;
  }

  at([x, y]: Point): Point {
    return [this.ox + x * this.scale, this.oy - y * this.scale];
  }

  d(outline: readonly Point[]): string {
    return closed(outline.map((p) => this.at(p)));
  }

  text([x, y]: Point, size: number, words: string, more = ''): string {
    return `<text x="${n1(x)}" y="${n1(y)}" font-family="Roboto" font-size="${size}" fill="${INK}" ${more}>${words}</text>`;
  }
}

export function floorPlan(model: ModelKey): string {
  const plan = PLANS[model];
  const paper = new Paper(plan.extent);
  const { sheet } = paper;
  sheet.add('<rect width="1600" height="1200" fill="#fbfaf6"/>');
  garden(paper, plan);
  for (const place of plan.open ?? []) {
    sheet.add(
      `<path d="${paper.d(place.outline)}" fill="#ddd6ca" stroke="#8a8378" stroke-width="2.5" stroke-dasharray="14 8"/>`,
    );
  }
  for (const room of plan.rooms) sheet.add(floorOf(paper, room.outline, room.floor));
  for (const thing of plan.things) sheet.add(drawThing(thing, ...paper.at(thing.at), paper.scale));
  walls(paper, plan);
  labels(paper, plan);
  dimensions(paper, plan);
  legend(paper, plan);
  return sheet.svg();
}

function garden(paper: Paper, plan: HousePlan): void {
  const [x0, y0, x1, y1] = plan.extent;
  const [a, b] = [paper.at([x0 - 0.9, y1 + 0.9]), paper.at([x1 + 0.9, y0 - 0.9])];
  const random = chance(plan.area_m2);
  const grass = paper.sheet.linear(a[0], a[1], b[0], b[1], [
    [0, '#d5e3b8'],
    [1, '#bcd39a'],
  ]);
  paper.sheet.add(
    `<rect x="${n1(a[0])}" y="${n1(a[1])}" width="${n1(b[0] - a[0])}" height="${n1(b[1] - a[1])}" rx="26" fill="${grass}"/>`,
  );
  const tufts = Array.from({ length: 260 }, () => {
    const [x, y] = [a[0] + 10 + random() * (b[0] - a[0] - 20), a[1] + 10 + random() * (b[1] - a[1] - 20)];
    return `M${n1(x)} ${n1(y)}l2 -6l2 6`;
  });
  paper.sheet.add(
    `<path d="${tufts.join('')}" fill="none" stroke="#8fb06b" stroke-width="1.3" opacity=".7"/>`,
  );
}

/** Boards, tiles or slabs, cut to the room. */
function floorOf(paper: Paper, outline: readonly Point[], kind: FloorKind): string {
  const points = outline.map((p) => paper.at(p));
  const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])];
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const random = chance(Math.round(x0 + y0));
  const step = paper.scale * { madera: 0.19, porcelanato: 0.6, azulejo: 0.3, portal: 0.45 }[kind];
  const parts: string[] = [];
  if (kind === 'madera')
    for (let y = y0; y < y1; y += step)
      for (let x = x0 - random() * 90; x < x1;) {
        const w = paper.scale * (0.7 + random() * 0.8);
        parts.push(
          `<rect x="${n1(x)}" y="${n1(y)}" width="${n1(w)}" height="${n1(step)}" fill="${random() < 0.5 ? '#dcbd92' : '#e9d0aa'}" fill-opacity="${n1(0.2 + random() * 0.6)}" stroke="#b8966a" stroke-width=".7"/>`,
        );
        x += w;
      }
  else {
    for (let x = x0; x < x1; x += step)
      parts.push(
        `<path d="M${n1(x)} ${n1(y0)}V${n1(y1)}" stroke="#a79d8d" stroke-width=".8" opacity=".55"/>`,
      );
    for (let y = y0; y < y1; y += step)
      parts.push(
        `<path d="M${n1(x0)} ${n1(y)}H${n1(x1)}" stroke="#a79d8d" stroke-width=".8" opacity=".55"/>`,
      );
  }
  const d = paper.d(outline);
  return `<path d="${d}" fill="${FLOORS[kind]}"/><g clip-path="${paper.sheet.clip(d)}">${parts.join('')}</g>`;
}

function segment(paper: Paper, [xa, ya, xb, yb]: PlanWall): string {
  const [a, b] = [paper.at([xa, ya]), paper.at([xb, yb])];
  return `M${n1(a[0])} ${n1(a[1])}L${n1(b[0])} ${n1(b[1])}`;
}

function walls(paper: Paper, plan: HousePlan): void {
  const [thick, slim] = [paper.scale * 0.16, paper.scale * 0.11];
  const outer = plan.outer.map((w) => segment(paper, w)).join('');
  const inner = plan.inner.map((w) => segment(paper, w)).join('');
  const { sheet } = paper;
  sheet.add(
    `<g transform="translate(7 9)" filter="${sheet.blur(5)}" fill="none" stroke="#241c14" stroke-linecap="square" opacity=".3"><path d="${outer}" stroke-width="${n1(thick)}"/><path d="${inner}" stroke-width="${n1(slim)}"/></g>`,
    `<g fill="none" stroke="#3d4642" stroke-linecap="square"><path d="${outer}" stroke-width="${n1(thick)}"/><path d="${inner}" stroke-width="${n1(slim)}"/></g>`,
  );
  for (const w of plan.windows) {
    const d = segment(paper, w);
    sheet.add(
      `<path d="${d}" stroke="#ffffff" stroke-width="${n1(thick + 2)}"/><path d="${d}" stroke="#8ec3d6" stroke-width="${n1(thick * 0.5)}"/><path d="${d}" stroke="#3d6f80" stroke-width="1.6"/>`,
    );
  }
  for (const door of plan.doors) sheet.add(doorOf(paper, door, thick));
}

function doorOf(paper: Paper, { hinge, along, opens, width }: PlanDoor, thick: number): string {
  const [a, o] = [WAY[along], WAY[opens]];
  const end: Point = [hinge[0] + a[0] * width, hinge[1] + a[1] * width];
  const open: Point = [hinge[0] + o[0] * width, hinge[1] + o[1] * width];
  const [h, e, p] = [paper.at(hinge), paper.at(end), paper.at(open)];
  const r = width * paper.scale;
  const turn = (e[0] - h[0]) * (p[1] - h[1]) - (e[1] - h[1]) * (p[0] - h[0]) > 0 ? 1 : 0;
  return [
    `<path d="M${n1(h[0])} ${n1(h[1])}L${n1(e[0])} ${n1(e[1])}" stroke="#f3ecdf" stroke-width="${n1(thick + 2)}"/>`,
    `<path d="M${n1(h[0])} ${n1(h[1])}L${n1(e[0])} ${n1(e[1])}A${n1(r)} ${n1(r)} 0 0 ${turn} ${n1(p[0])} ${n1(p[1])}Z" fill="#ffffff" fill-opacity=".45" stroke="#7d746a" stroke-width="1.3" stroke-dasharray="5 4"/>`,
    `<path d="M${n1(h[0])} ${n1(h[1])}L${n1(p[0])} ${n1(p[1])}" stroke="#8a5a37" stroke-width="${n1(paper.scale * 0.05)}"/>`,
  ].join('');
}

const metres = (value: number) => value.toFixed(2);

function labels(paper: Paper, plan: HousePlan): void {
  const tag = (at: Point, name: string, size?: readonly [number, number]) => {
    const [x, y] = paper.at(at);
    const wide = Math.max(name.length * 10.2, size ? 118 : 0) + 22;
    return [
      `<rect x="${n1(x - wide / 2)}" y="${n1(y - 22)}" width="${n1(wide)}" height="${size ? 50 : 30}" rx="8" fill="#ffffff" fill-opacity=".86"/>`,
      paper.text([x, y - 1], 19, name, 'text-anchor="middle" font-weight="500"'),
      size
        ? paper.text(
            [x, y + 20],
            16.5,
            `${metres(size[0])} × ${metres(size[1])} m`,
            'text-anchor="middle" fill-opacity=".78"',
          )
        : '',
    ].join('');
  };
  paper.sheet.add(
    ...plan.rooms.map((r) =>
      tag(r.label, r.name, r.size && r.size[0] * r.size[1] > 4.5 ? r.size : undefined),
    ),
  );
  paper.sheet.add(...(plan.open ?? []).map((o) => tag(o.label, o.name)));
}

/** Over-all measures below and to the left, with ticks. */
function dimensions(paper: Paper, plan: HousePlan): void {
  const xs = plan.outer.flatMap((w) => [w[0], w[2]]);
  const ys = plan.outer.flatMap((w) => [w[1], w[3]]);
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const [, bottom] = paper.at([0, plan.extent[1]]);
  const [left] = paper.at([plan.extent[0], 0]);
  const [ax, bx] = [paper.at([x0, 0])[0], paper.at([x1, 0])[0]];
  const [ay, by] = [paper.at([0, y1])[1], paper.at([0, y0])[1]];
  const [y, x] = [bottom + paper.scale * 0.52, left - paper.scale * 0.52];
  paper.sheet.add(
    `<path d="M${n1(ax)} ${n1(y)}H${n1(bx)}M${n1(ax)} ${n1(y - 9)}v18M${n1(bx)} ${n1(y - 9)}v18M${n1(x)} ${n1(ay)}V${n1(by)}M${n1(x - 9)} ${n1(ay)}h18M${n1(x - 9)} ${n1(by)}h18" stroke="${INK}" stroke-width="1.8"/>`,
    `<rect x="${n1((ax + bx) / 2 - 48)}" y="${n1(y - 14)}" width="96" height="28" rx="6" fill="#fbfaf6"/>`,
    paper.text([(ax + bx) / 2, y + 7], 19, `${metres(x1 - x0)} m`, 'text-anchor="middle" font-weight="500"'),
    `<g transform="translate(${n1(x)} ${n1((ay + by) / 2)}) rotate(-90)"><rect x="-52" y="-14" width="104" height="28" rx="6" fill="#fbfaf6"/>${paper.text([0, 7], 19, `${metres(y1 - y0)} m`, 'text-anchor="middle" font-weight="500"')}</g>`,
  );
}

function legend(paper: Paper, plan: HousePlan): void {
  const { sheet } = paper;
  const x = 1250;
  sheet.add(
    '<rect x="1208" y="0" width="392" height="1200" fill="#0f573a"/>',
    `<text x="${x}" y="120" font-family="Roboto" font-size="22" fill="#cfe3d2" letter-spacing="4">MODELO</text>`,
    `<text x="${x}" y="182" font-family="Roboto" font-weight="500" font-size="60" fill="#ffffff">${plan.name}</text>`,
    `<text x="${x}" y="232" font-family="Roboto" font-size="26" fill="#e9f3ea">${plan.area_m2} m² de construcción</text>`,
    `<text x="${x}" y="268" font-family="Roboto" font-size="26" fill="#e9f3ea">${plan.bedrooms} recámaras · ${plan.bathrooms === 1 ? '1 baño' : `${plan.bathrooms} baños`}</text>`,
    `<path d="M${x} 308h306" stroke="#7fb08d" stroke-width="1.5"/>`,
  );
  plan.rooms.forEach((room, i) => {
    const y = 358 + i * 54;
    const size = room.size ? `${metres(room.size[0])} × ${metres(room.size[1])}` : '';
    sheet.add(
      `<text x="${x}" y="${y}" font-family="Roboto" font-size="21" fill="#ffffff">${room.name}</text>`,
      `<text x="${x + 306}" y="${y}" font-family="Roboto" font-size="21" text-anchor="end" fill="#cfe3d2">${size}</text>`,
      `<path d="M${x} ${y + 18}h306" stroke="#ffffff" stroke-opacity=".14"/>`,
    );
  });
  const bar = paper.scale;
  sheet.add(
    `<g transform="translate(${x} 1016)"><text font-family="Roboto" font-size="18" fill="#cfe3d2">Escala gráfica (m)</text><path d="M0 18h${n1(bar)}v10H0Z" fill="#ffffff"/><path d="M${n1(bar)} 18h${n1(bar)}v10h${n1(-bar)}Z" fill="none" stroke="#ffffff" stroke-width="2"/><text y="52" font-family="Roboto" font-size="17" fill="#ffffff">0</text><text x="${n1(bar)}" y="52" text-anchor="middle" font-family="Roboto" font-size="17" fill="#ffffff">1</text><text x="${n1(bar * 2)}" y="52" text-anchor="middle" font-family="Roboto" font-size="17" fill="#ffffff">2</text></g>`,
    `<g transform="translate(1500 1040)"><circle r="34" fill="none" stroke="#7fb08d" stroke-width="2"/><path d="M0 -28L10 10L0 4L-10 10Z" fill="#ffffff"/><text y="62" text-anchor="middle" font-family="Roboto" font-weight="500" font-size="20" fill="#ffffff">N</text></g>`,
    `<text x="${x}" y="1146" font-family="Roboto" font-size="16" fill="#a9cdb2">Medidas internas, muebles de referencia.</text>`,
  );
}
