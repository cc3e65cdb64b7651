/** Small things of a room that are drawn flat where they stand: vase, fruit, plant, lamps. */
import { GREENS, clump } from './plants.ts';
import { type Sheet, chance, mix, n1 } from './sheet.ts';

/** A foot on the sheet and the pixels per metre there. */
export type Spot = readonly [x: number, y: number, px: number];

export function vase(sheet: Sheet, [px, py, k]: Spot): void {
  const [w, h] = [k * 0.13, k * 0.24];
  const fill = sheet.linear(px - w / 2, 0, px + w / 2, 0, [
    [0, '#f4efe6'],
    [0.6, '#d4cabb'],
    [1, '#a2978a'],
  ]);
  const random = chance(px * 91 + py);
  const leaves = Array.from({ length: 7 }, (_, i) =>
    clump(
      px + (i - 3) * w * 0.42,
      py - h * 1.5 - Math.abs(3 - i) * -h * 0.06 - random() * h * 0.5,
      w * 0.42,
      w * 0.44,
      i % 2 ? GREENS.laurel : GREENS.lime,
      random,
      Math.max(2, w * 0.16),
    ),
  );
  sheet.add(
    `<ellipse cx="${n1(px + w * 0.3)}" cy="${n1(py)}" rx="${n1(w * 0.9)}" ry="${n1(w * 0.2)}" fill="#1d140d" opacity=".3"/>${leaves.join('')}`,
    `<path d="M${n1(px - w * 0.26)} ${n1(py - h)}Q${n1(px - w * 0.75)} ${n1(py - h * 0.4)} ${n1(px - w * 0.28)} ${n1(py)}H${n1(px + w * 0.28)}Q${n1(px + w * 0.75)} ${n1(py - h * 0.4)} ${n1(px + w * 0.26)} ${n1(py - h)}Z" fill="${fill}"/>`,
  );
}

export function bowl(sheet: Sheet, [px, py, k]: Spot): void {
  const w = k * 0.15;
  const fruit = [
    [-0.5, '#e2a02f'],
    [0.1, '#c9442f'],
    [0.55, '#7ba43a'],
  ].map(
    ([dx, c]) =>
      `<circle cx="${n1(px + Number(dx) * w)}" cy="${n1(py - w * 0.62)}" r="${n1(w * 0.36)}" fill="${c}"/>`,
  );
  sheet.add(
    `<ellipse cx="${n1(px)}" cy="${n1(py)}" rx="${n1(w * 1.1)}" ry="${n1(w * 0.22)}" fill="#1d140d" opacity=".28"/>${fruit.join('')}<path d="M${n1(px - w)} ${n1(py - w * 0.55)}Q${n1(px - w * 0.7)} ${n1(py)} ${n1(px)} ${n1(py)}T${n1(px + w)} ${n1(py - w * 0.55)}Z" fill="#8a5a37"/>`,
  );
}

/** A tall plant with arching leaves in a basket. */
export function plant(sheet: Sheet, [px, py, k]: Spot, tall: number): void {
  const random = chance(px * 77 + py * 13);
  const [h, pot] = [k * tall, k * 0.17];
  const basket = sheet.linear(px - pot, 0, px + pot, 0, [
    [0, '#d8b483'],
    [0.5, '#b98d5a'],
    [1, '#7d5a35'],
  ]);
  const leaves = Array.from({ length: 15 }, (_, i) => {
    const spread = (i / 14 - 0.5) * 2;
    const [ex, ey] = [
      px + spread * h * 0.34 * (0.7 + random() * 0.5),
      py - pot * 1.4 - h * (0.82 - Math.abs(spread) * 0.42) * (0.75 + random() * 0.3),
    ];
    const [mx, my] = [px + spread * h * 0.08, (py + ey) / 2 - h * 0.12];
    const wide = h * (0.045 + random() * 0.02);
    const colour = mix('#1f5130', '#79ab48', random() * 0.7 + (spread < 0 ? 0.25 : 0));
    return `<path d="M${n1(px)} ${n1(py - pot * 1.3)}Q${n1(mx - wide)} ${n1(my)} ${n1(ex)} ${n1(ey)}Q${n1(mx + wide)} ${n1(my + wide)} ${n1(px)} ${n1(py - pot * 1.3)}Z" fill="${colour}"/><path d="M${n1(px)} ${n1(py - pot * 1.3)}Q${n1(mx)} ${n1(my)} ${n1(ex)} ${n1(ey)}" fill="none" stroke="#c5dc8f" stroke-width=".9" opacity=".5"/>`;
  });
  sheet.add(
    `<ellipse cx="${n1(px + pot * 0.4)}" cy="${n1(py)}" rx="${n1(pot * 1.5)}" ry="${n1(pot * 0.32)}" fill="#20150d" opacity=".32"/>${leaves.join('')}<path d="M${n1(px - pot)} ${n1(py - pot * 1.6)}L${n1(px - pot * 0.74)} ${n1(py)}Q${n1(px)} ${n1(py + pot * 0.2)} ${n1(px + pot * 0.74)} ${n1(py)}L${n1(px + pot)} ${n1(py - pot * 1.6)}Q${n1(px)} ${n1(py - pot * 1.35)} ${n1(px - pot)} ${n1(py - pot * 1.6)}Z" fill="${basket}"/>`,
  );
}

export function lamp(sheet: Sheet, [px, py, k]: Spot): void {
  const [h, w] = [k * 0.5, k * 0.18];
  const glow = sheet.radial(px, py - h * 0.8, k * 0.7, [
    [0, '#ffe7b0', 0.6],
    [1, '#ffe7b0', 0],
  ]);
  const shade = sheet.linear(0, py - h * 1.1, 0, py - h * 0.6, [
    [0, '#fff6df'],
    [1, '#ffdf9f'],
  ]);
  sheet.add(
    `<circle cx="${n1(px)}" cy="${n1(py - h * 0.8)}" r="${n1(k * 0.7)}" fill="${glow}"/><rect x="${n1(px - w * 0.07)}" y="${n1(py - h * 0.65)}" width="${n1(w * 0.14)}" height="${n1(h * 0.65)}" fill="#8a6a45"/><ellipse cx="${n1(px)}" cy="${n1(py)}" rx="${n1(w * 0.5)}" ry="${n1(w * 0.14)}" fill="#6f5436"/><path d="M${n1(px - w * 0.62)} ${n1(py - h * 1.1)}H${n1(px + w * 0.62)}L${n1(px + w)} ${n1(py - h * 0.6)}H${n1(px - w)}Z" fill="${shade}"/>`,
  );
}

export function pendant(sheet: Sheet, [tx, ty, k]: Spot, [px, py]: Spot): void {
  const w = k * 0.21;
  const glow = sheet.radial(px, py, k * 0.6, [
    [0, '#fff0c8', 0.5],
    [1, '#fff0c8', 0],
  ]);
  const shade = sheet.linear(px - w, 0, px + w, 0, [
    [0, '#d9b67f'],
    [0.4, '#c39a5e'],
    [1, '#86653a'],
  ]);
  sheet.add(
    `<circle cx="${n1(px)}" cy="${n1(py)}" r="${n1(k * 0.6)}" fill="${glow}"/><path d="M${n1(tx)} ${n1(ty)}V${n1(py - w * 0.8)}" stroke="#2e2a26" stroke-width="${n1(Math.max(1.4, k * 0.012))}"/><path d="M${n1(px - w)} ${n1(py)}Q${n1(px - w * 0.8)} ${n1(py - w)} ${n1(px)} ${n1(py - w)}T${n1(px + w)} ${n1(py)}Z" fill="${shade}"/><ellipse cx="${n1(px)}" cy="${n1(py)}" rx="${n1(w)}" ry="${n1(w * 0.2)}" fill="#fff3d2"/>`,
  );
}
