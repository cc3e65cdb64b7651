/** Furniture seen from above, in centimetres around its middle, its back or head towards -y of the sheet. */
import { n1 } from './sheet.ts';
import type { PlanThing } from './plans.ts';

type Draw = (w: number, h: number) => string;

const block = (x: number, y: number, w: number, h: number, r: number, fill: string, more = '') =>
  `<rect x="${n1(x)}" y="${n1(y)}" width="${n1(w)}" height="${n1(h)}" rx="${r}" fill="${fill}" ${more}/>`;
const line = 'stroke="#5b534a" stroke-width="1.4"';
const thin = 'stroke="#8a7f72" stroke-width="1" fill="none"';

const bed =
  (pillows: number): Draw =>
  (w, h) => {
    const each = (w - 16) / pillows;
    return [
      block(-w / 2, -h / 2, w, h, 6, '#fdfbf7', line),
      block(-w / 2, -h / 2, w, 8, 3, '#a87b50', line),
      block(-w / 2 + 1, -h * 0.12, w - 2, h * 0.61, 5, '#d9e6dc', line),
      block(-w / 2 + 1, -h * 0.12, w - 2, h * 0.14, 4, '#8fb09a', line),
      ...Array.from({ length: pillows }, (_, i) =>
        block(-w / 2 + 8 + i * each + 4, -h / 2 + 14, each - 8, 38, 9, '#ffffff', line),
      ),
      `<path d="M${n1(-w * 0.3)} ${n1(h * 0.12)}Q0 ${n1(h * 0.2)} ${n1(w * 0.28)} ${n1(h * 0.1)}M${n1(-w * 0.2)} ${n1(h * 0.3)}Q${n1(w * 0.1)} ${n1(h * 0.36)} ${n1(w * 0.32)} ${n1(h * 0.28)}" ${thin}/>`,
    ].join('');
  };

const sofa: Draw = (w, h) => {
  const seats = w > 150 ? 3 : w > 110 ? 2 : 1;
  const each = (w - 36) / seats;
  return [
    block(-w / 2, -h / 2, w, h, 12, '#c8b79e', line),
    block(-w / 2 + 4, -h / 2 + 3, w - 8, 20, 8, '#b7a488', line),
    ...Array.from({ length: seats }, (_, i) =>
      block(-w / 2 + 18 + i * each + 1, -h / 2 + 24, each - 2, h - 30, 8, '#ded0b9', line),
    ),
    block(-w / 2 + 1, -h / 2 + 12, 17, h - 16, 8, '#c0ad92', line),
    block(w / 2 - 18, -h / 2 + 12, 17, h - 16, 8, '#c0ad92', line),
  ].join('');
};

const dining: Draw = (w, h) => {
  const chair = (x: number, y: number, turn: number) =>
    `<g transform="translate(${n1(x)} ${n1(y)}) rotate(${turn})">${block(-21, -20, 42, 40, 8, '#9fb8a5', line)}${block(-21, -22, 42, 9, 4, '#7f9d88', line)}</g>`;
  const columns = w > 140 ? [-w * 0.27, w * 0.27] : [-w * 0.24, w * 0.24];
  return [
    ...columns.map((x) => chair(x, -h / 2 - 12, 0)),
    ...columns.map((x) => chair(x, h / 2 + 12, 180)),
    chair(-w / 2 - 12, 0, 270),
    chair(w / 2 + 12, 0, 90),
    block(-w / 2, -h / 2, w, h, 8, '#c39766', line),
    `<path d="M${n1(-w / 2 + 8)} ${n1(-h / 6)}H${n1(w / 2 - 8)}M${n1(-w / 2 + 8)} ${n1(h / 6)}H${n1(w / 2 - 8)}" stroke="#a67b4c" stroke-width="1.2" opacity=".6"/>`,
    `<circle r="12" fill="#7ba05b"/><circle r="6" fill="#e8a13a"/>`,
  ].join('');
};

// prettier-ignore
const DRAW: Record<PlanThing['kind'], Draw> = {
  cama: bed(2),
  camita: bed(1),
  sofa,
  sillon: sofa,
  comedor: dining,
  mesa: (w, h) => block(-w / 2, -h / 2, w, h, 8, '#c39766', line) + block(-w / 2 + 6, -h / 2 + 6, w - 12, h - 12, 5, 'none', 'stroke="#a67b4c" stroke-width="1"') + '<circle cx="12" r="8" fill="#7ba05b"/>',
  mesita: (w, h) => block(-w / 2, -h / 2, w, h, 4, '#c39766', line) + `<circle r="${n1(w * 0.28)}" fill="#fff3d0" ${line}/><circle r="${n1(w * 0.09)}" fill="#d9b26b"/>`,
  alfombra: (w, h) => block(-w / 2, -h / 2, w, h, 4, '#e9e2d2', 'stroke="#c5b89e" stroke-width="2"') + block(-w / 2 + 9, -h / 2 + 9, w - 18, h - 18, 2, 'none', 'stroke="#a9bfa9" stroke-width="3"'),
  tv: (w, h) => block(-w / 2, -h / 2, w, h, 3, '#b98d5c', line) + block(-w * 0.36, -h / 2 + 7, w * 0.72, 8, 2, '#23282b'),
  closet: (w, h) =>
    block(-w / 2, -h / 2, w, h, 2, '#efe6d6', line) + `<path d="M${n1(-w / 2 + 6)} 0H${n1(w / 2 - 6)}" ${thin}/>` +
    Array.from({ length: Math.floor(w / 13) }, (_, i) => `<path d="M${n1(-w / 2 + 10 + i * 13)} ${n1(-h * 0.32)}L${n1(-w / 2 + 13 + i * 13)} ${n1(h * 0.32)}" stroke="#8fa797" stroke-width="4" stroke-linecap="round"/>`).join(''),
  cocina: (w, h) => block(-w / 2, -h / 2, w, h, 2, '#e4dfd6', line) + block(-w / 2 + 3, -h / 2 + 3, w - 6, h - 6, 1, 'none', 'stroke="#c9c2b5" stroke-width="1"'),
  estufa: (w, h) => block(-w / 2 + 2, -h / 2 + 4, w - 4, h - 8, 4, '#2f3437') + [[-14, -11], [14, -11], [-14, 12], [14, 12]].map(([x, y]) => `<circle cx="${x}" cy="${y}" r="9" fill="none" stroke="#9aa1a5" stroke-width="2"/><circle cx="${x}" cy="${y}" r="3" fill="#9aa1a5"/>`).join(''),
  fregadero: (w, h) => block(-w / 2 + 2, -h / 2 + 6, w - 4, h - 10, 7, '#d3dadd', line) + block(-w / 2 + 8, -h / 2 + 14, w * 0.46, h - 24, 6, '#b6c1c6', line) + `<path d="M0 ${n1(-h / 2 + 4)}v12" stroke="#6f787d" stroke-width="4"/>`,
  nevera: (w, h) => block(-w / 2, -h / 2, w, h, 4, '#dfe4e6', line) + `<path d="M${n1(-w / 2)} ${n1(h / 2 - 8)}H${n1(w / 2)}" stroke="#7d868b" stroke-width="2"/><path d="M-12 -10L12 12M12 -10L-12 12M0 -14V16" stroke="#9aa5ab" stroke-width="1.6"/>`,
  inodoro: (w, h) => block(-w / 2, -h / 2, w, 18, 4, '#ffffff', line) + `<ellipse cy="${n1(h * 0.14)}" rx="${n1(w * 0.42)}" ry="${n1(h * 0.33)}" fill="#ffffff" ${line}/><ellipse cy="${n1(h * 0.16)}" rx="${n1(w * 0.27)}" ry="${n1(h * 0.22)}" fill="#d9eaf0" stroke="#8a7f72"/>`,
  lavamanos: (w, h) => block(-w / 2, -h / 2, w, h, 4, '#efe9df', line) + `<ellipse cy="3" rx="${n1(w * 0.34)}" ry="${n1(h * 0.32)}" fill="#ffffff" ${line}/><path d="M0 ${n1(-h / 2 + 2)}v10" stroke="#6f787d" stroke-width="3"/>`,
  ducha: (w, h) => block(-w / 2, -h / 2, w, h, 2, '#d4e6ea', line) + `<path d="M${n1(-w / 2)} ${n1(-h / 2)}L${n1(w / 2)} ${n1(h / 2)}M${n1(w / 2)} ${n1(-h / 2)}L${n1(-w / 2)} ${n1(h / 2)}" stroke="#aac8d0" stroke-width="1"/><circle r="6" fill="#8fb3bd"/>`,
  lavadora: (w, h) => block(-w / 2, -h / 2, w, h, 5, '#f6f6f4', line) + `<circle r="${n1(w * 0.33)}" fill="#c7dbe3" ${line}/><circle r="${n1(w * 0.2)}" fill="#a9c6d2"/>`,
  planta: (w) => `<circle r="${n1(w * 0.24)}" fill="#b07a4a"/>` + Array.from({ length: 9 }, (_, i) => `<ellipse cx="${n1(w * 0.3)}" rx="${n1(w * 0.3)}" ry="${n1(w * 0.1)}" fill="${i % 2 ? '#4c8047' : '#71a558'}" transform="rotate(${i * 40})"/>`).join(''),
  auto: (w, h) =>
    block(-w / 2, -h / 2, w, h, 46, '#8fa3ad', line) + block(-w / 2 + 12, -h * 0.2, w - 24, h * 0.5, 30, '#dbe4e8', line) +
    `<path d="M${n1(-w / 2 + 18)} ${n1(-h * 0.16)}Q0 ${n1(-h * 0.27)} ${n1(w / 2 - 18)} ${n1(-h * 0.16)}L${n1(w / 2 - 28)} ${n1(-h * 0.06)}H${n1(-w / 2 + 28)}Z" fill="#47565d"/><path d="M${n1(-w / 2 + 22)} ${n1(h * 0.28)}Q0 ${n1(h * 0.34)} ${n1(w / 2 - 22)} ${n1(h * 0.28)}L${n1(w / 2 - 30)} ${n1(h * 0.2)}H${n1(-w / 2 + 30)}Z" fill="#47565d"/>` +
    `<path d="M${n1(-w / 2 + 12)} ${n1(-h / 2 + 24)}l20 -12M${n1(w / 2 - 12)} ${n1(-h / 2 + 24)}l-20 -12" stroke="#fff4c9" stroke-width="7" stroke-linecap="round"/>`,
};

/** One thing as markup, `scale` in pixels per metre, its middle at (x, y) of the sheet. */
export function drawThing(thing: PlanThing, x: number, y: number, scale: number): string {
  const [w, h] = [thing.size[0] * 100, thing.size[1] * 100];
  const turn = (thing.turn ?? 0) * -90;
  const shadow =
    thing.kind === 'alfombra' || thing.kind === 'ducha'
      ? ''
      : block(-w / 2 + 4, -h / 2 + 6, w, h, 8, '#2b2118', 'fill-opacity=".16"');
  return `<g transform="translate(${n1(x)} ${n1(y)}) scale(${(scale / 100).toFixed(4)}) rotate(${turn})">${shadow}${DRAW[thing.kind](w, h)}</g>`;
}
