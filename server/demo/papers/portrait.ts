/** A drawn bust for identity documents: an abstract figure with hair, skin and a shirt, of no real person. */
import { chance } from '../chance.ts';
import { n1 } from './svg.ts';

const SKIN = ['#f0c7a1', '#dda877', '#c68a5c', '#a96f47', '#8a5636', '#6e432a'];
const HAIR = ['#1d1613', '#2b1d16', '#3a281d', '#4a3322', '#8d8a86'];
const SHIRT = ['#3f5f7f', '#7f4650', '#4e6b52', '#5d5875', '#a08550', '#e9e6df', '#39424a'];

/** Fills a box of w × h at (x, y). */
export function portrait(
  x: number,
  y: number,
  w: number,
  h: number,
  sex: 'F' | 'M',
  seed: number,
  age: number,
): string {
  const random = chance(seed);
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)]!;
  const skin = pick(SKIN);
  const hair = age > 58 ? HAIR[4]! : pick(HAIR.slice(0, 4));
  const shirt = pick(SHIRT);
  const [cx, top, r] = [x + w / 2, y + h * 0.2, w * (0.2 + random() * 0.02)];
  const face = top + r * 1.25;
  const long = sex === 'F' && random() < 0.75;
  const curls = random() < 0.4;
  const beard = sex === 'M' && random() < 0.4;
  const back = long
    ? `<path d="M${n1(cx - r * 1.3)} ${n1(face)}Q${n1(cx - r * 1.7)} ${n1(face + r * 2.2)} ${n1(cx - r * 1.15)} ${n1(face + r * 2.7)}H${n1(cx + r * 1.15)}Q${n1(cx + r * 1.7)} ${n1(face + r * 2.2)} ${n1(cx + r * 1.3)} ${n1(face)}A${n1(r * 1.3)} ${n1(r * 1.5)} 0 0 0 ${n1(cx - r * 1.3)} ${n1(face)}" fill="${hair}"/>`
    : '';
  const crown = curls
    ? Array.from({ length: 9 }, (_, i) => {
        const a = Math.PI + (i / 8) * Math.PI;
        return `<circle cx="${n1(cx + Math.cos(a) * r * 1.02)}" cy="${n1(face - r * 0.25 + Math.sin(a) * r * 1.05)}" r="${n1(r * 0.36)}" fill="${hair}"/>`;
      }).join('')
    : `<path d="M${n1(cx - r * 1.1)} ${n1(face + r * 0.1)}Q${n1(cx - r * 1.25)} ${n1(face - r * 1.55)} ${n1(cx)} ${n1(face - r * 1.55)}T${n1(cx + r * 1.1)} ${n1(face + r * 0.1)}Q${n1(cx + r * 0.85)} ${n1(face - r * 0.75)} ${n1(cx + r * (random() - 0.3))} ${n1(face - r * 0.82)}Q${n1(cx - r * 0.8)} ${n1(face - r * 0.7)} ${n1(cx - r * 1.1)} ${n1(face + r * 0.1)}" fill="${hair}"/>`;
  const eye = (k: number) =>
    `<path d="M${n1(cx + k * r * 0.4 - r * 0.2)} ${n1(face - r * 0.3)}q${n1(r * 0.2)} ${n1(-r * 0.12)} ${n1(r * 0.4)} 0" stroke="${hair}" stroke-width="${n1(r * 0.09)}" fill="none"/><ellipse cx="${n1(cx + k * r * 0.4)}" cy="${n1(face - r * 0.04)}" rx="${n1(r * 0.13)}" ry="${n1(r * 0.08)}" fill="#2a1d16"/>`;
  return [
    `<rect x="${n1(x)}" y="${n1(y)}" width="${n1(w)}" height="${n1(h)}" fill="#e7edf0"/>`,
    back,
    `<path d="M${n1(x + w * 0.04)} ${n1(y + h)}Q${n1(x + w * 0.06)} ${n1(y + h * 0.74)} ${n1(cx - r * 0.7)} ${n1(y + h * 0.7)}H${n1(cx + r * 0.7)}Q${n1(x + w * 0.94)} ${n1(y + h * 0.74)} ${n1(x + w * 0.96)} ${n1(y + h)}Z" fill="${shirt}"/>`,
    `<path d="M${n1(cx - r * 0.45)} ${n1(face + r * 0.7)}V${n1(y + h * 0.71)}Q${n1(cx)} ${n1(y + h * 0.8)} ${n1(cx + r * 0.45)} ${n1(y + h * 0.71)}V${n1(face + r * 0.7)}Z" fill="${skin}" /><path d="M${n1(cx - r * 0.45)} ${n1(face + r * 1)}Q${n1(cx)} ${n1(face + r * 1.7)} ${n1(cx + r * 0.45)} ${n1(face + r * 1)}V${n1(face + r * 1.5)}H${n1(cx - r * 0.45)}Z" fill="#000000" opacity=".1"/>`,
    `<ellipse cx="${n1(cx)}" cy="${n1(face)}" rx="${n1(r)}" ry="${n1(r * 1.3)}" fill="${skin}"/>`,
    beard ? `<path d="M${n1(cx - r * 0.97)} ${n1(face + r * 0.2)}Q${n1(cx - r * 0.9)} ${n1(face + r * 1.4)} ${n1(cx)} ${n1(face + r * 1.36)}T${n1(cx + r * 0.97)} ${n1(face + r * 0.2)}Q${n1(cx + r * 0.6)} ${n1(face + r * 0.55)} ${n1(cx)} ${n1(face + r * 0.5)}T${n1(cx - r * 0.97)} ${n1(face + r * 0.2)}" fill="${hair}" opacity=".85"/>` : '',
    crown, eye(-1), eye(1),
    `<path d="M${n1(cx)} ${n1(face)}q${n1(r * 0.14)} ${n1(r * 0.34)} ${n1(-r * 0.05)} ${n1(r * 0.4)}" stroke="#000000" stroke-opacity=".22" stroke-width="${n1(r * 0.07)}" fill="none"/>`,
    `<path d="M${n1(cx - r * 0.3)} ${n1(face + r * 0.72)}q${n1(r * 0.3)} ${n1(r * 0.16)} ${n1(r * 0.6)} 0" stroke="#8c4a44" stroke-width="${n1(r * 0.1)}" fill="none"/>`,
  ].join(''); // prettier-ignore
}
