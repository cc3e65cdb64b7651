/** A schematic map of where a project lies, drawn by hand: served by our own server inside the location frame. */
import type { ProjectKey } from './catalogue.ts';
import { chance, n1 } from './sheet.ts';
import type { Point } from './space.ts';

type LandmarkKind = 'ciudad' | 'salud' | 'escuela' | 'compras' | 'bus' | 'puente' | 'cerro' | 'iglesia';

interface Landmark {
  at: Point;
  name: string;
  kind: LandmarkKind;
  side?: 'left' | 'right';
}

interface Road {
  d: string;
  kind: 'autopista' | 'via' | 'calle';
  /** Label, its point and angle. */
  name?: readonly [words: string, x: number, y: number, angle: number];
}

interface MapData {
  title: string;
  subtitle: string;
  pin: Point;
  sea?: string;
  river: string;
  woods: readonly string[];
  town: readonly [x: number, y: number, w: number, h: number, angle: number][];
  roads: readonly Road[];
  landmarks: readonly Landmark[];
  arrows: readonly (readonly [words: string, x: number, y: number, anchor: 'start' | 'end'])[];
  minutes: readonly (readonly [string, string])[];
  kilometre: number;
  /** Top of the card with the times. */
  card: number;
}

// prettier-ignore
const MAPS: Record<ProjectKey, MapData> = {
  'valle-sereno': {
    title: 'Residencial Valle Sereno', subtitle: 'Arraiján, Panamá Oeste', pin: [520, 330], kilometre: 120, card: 570,
    sea: 'M1200 800V470C1130 480 1090 530 1010 545S900 610 820 640S700 700 640 800Z',
    river: 'M430 0C450 90 400 150 430 230S380 380 420 470S520 600 500 800',
    woods: ['M0 0H330C340 80 240 130 150 150S40 190 0 180Z', 'M700 60C800 20 980 30 1060 90S1050 210 930 220S660 130 700 60Z', 'M60 560C150 530 290 580 300 660S170 760 90 730S0 590 60 560Z'],
    town: [[610, 440, 170, 120, -8], [190, 350, 130, 100, 6], [860, 290, 120, 80, 12]],
    roads: [
      { kind: 'autopista', d: 'M0 300C160 270 300 240 470 215S820 190 1200 130', name: ['Autopista Arraiján – La Chorrera', 215, 247, -7] },
      { kind: 'via', d: 'M0 520C140 500 300 510 440 490S700 430 840 380S1060 300 1200 290', name: ['Carretera Panamericana', 250, 505, -2] },
      { kind: 'calle', d: 'M470 215C490 260 520 290 520 330S500 440 470 486' },
      { kind: 'calle', d: 'M520 330C600 330 660 350 700 420', name: ['Vía Valle Sereno', 612, 336, 12] },
      { kind: 'calle', d: 'M700 430C720 540 650 620 560 690' }, { kind: 'calle', d: 'M840 380C850 290 830 240 820 195' },
      { kind: 'calle', d: 'M240 510C230 420 240 330 250 250' },
    ],
    landmarks: [
      { at: [690, 478], name: 'Arraiján centro', kind: 'ciudad' }, { at: [760, 410], name: 'Centro comercial', kind: 'compras' },
      { at: [610, 432], name: 'Policlínica', kind: 'salud', side: 'left' }, { at: [395, 375], name: 'Escuela', kind: 'escuela', side: 'left' },
      { at: [445, 490], name: 'Parada de buses', kind: 'bus', side: 'left' }, { at: [1120, 298], name: 'Puente de las Américas', kind: 'puente', side: 'left' },
      { at: [860, 60], name: 'Cerro Galera', kind: 'cerro' },
    ],
    arrows: [['‹ La Chorrera', 30, 330, 'start'], ['Ciudad de Panamá ›', 1175, 262, 'end'], ['Puente Centenario ›', 1175, 110, 'end']],
    minutes: [['Autopista', '4 min'], ['Arraiján centro', '8 min'], ['Ciudad de Panamá', '25 min']],
  },
  'san-roque': {
    title: 'Altos de San Roque', subtitle: 'Penonomé, Coclé', pin: [660, 255], kilometre: 130, card: 30,
    river: 'M760 0C740 90 800 170 770 260S690 380 720 480S640 650 660 800',
    woods: ['M0 0H420C400 90 300 120 200 170S50 220 0 200Z', 'M860 0H1200V260C1110 250 1060 170 980 150S870 70 860 0Z', 'M880 560C980 520 1120 560 1150 640S1040 740 940 720S820 590 880 560Z'],
    town: [[470, 450, 200, 150, -10], [180, 600, 110, 80, 5], [950, 400, 90, 60, 14]],
    roads: [
      { kind: 'autopista', d: 'M0 690C150 660 300 610 430 560S760 470 900 450S1100 470 1200 500', name: ['Carretera Interamericana', 190, 652, -14] },
      { kind: 'via', d: 'M470 548C500 470 520 400 560 340S640 180 620 90S600 30 600 0', name: ['Vía a La Pintada', 545, 378, -60] },
      { kind: 'calle', d: 'M582 300C610 280 630 262 660 255', name: ['Avenida San Roque', 676, 298, 0] },
      { kind: 'calle', d: 'M560 340C480 350 400 380 350 440S300 560 290 615' }, { kind: 'calle', d: 'M600 400C680 410 760 430 830 460' },
      { kind: 'calle', d: 'M900 450C950 380 1000 330 1080 300' }, { kind: 'calle', d: 'M430 560C440 620 420 700 400 800' },
    ],
    landmarks: [
      { at: [540, 500], name: 'Penonomé centro', kind: 'ciudad' }, { at: [470, 470], name: 'Iglesia y parque', kind: 'iglesia', side: 'left' },
      { at: [615, 440], name: 'Hospital', kind: 'salud' }, { at: [425, 395], name: 'Universidad', kind: 'escuela', side: 'left' },
      { at: [775, 482], name: 'Centro comercial', kind: 'compras' }, { at: [395, 578], name: 'Terminal de buses', kind: 'bus', side: 'left' },
      { at: [985, 110], name: 'Cerro Guacamaya', kind: 'cerro', side: 'left' },
    ],
    arrows: [['‹ Aguadulce, Santiago', 30, 755, 'start'], ['Antón, Ciudad de Panamá ›', 1175, 545, 'end'], ['La Pintada', 628, 34, 'start']],
    minutes: [['Penonomé centro', '6 min'], ['Interamericana', '9 min'], ['La Pintada', '12 min']],
  },
};

// prettier-ignore
const ICON: Record<LandmarkKind, readonly [colour: string, glyph: string]> = {
  ciudad: ['#3d4a52', '<path d="M-7 7V-3h5V-8h5V-1h4V7Z" fill="#fff"/>'],
  salud: ['#c0463c', '<path d="M-2.5-8h5v5.500h5.500v5h-5.500V8h-5V2.500h-5.500v-5h5.500Z" fill="#fff"/>'],
  escuela: ['#2f6fa8', '<path d="M0-7L9-2.500L0 2L-9-2.500ZM-5 1.500V5Q0 8.500 5 5V1.500L0 4Z" fill="#fff"/>'],
  compras: ['#8a4fa0', '<path d="M-6-3H6L7 8H-7ZM-3-3V-5A3 3 0 0 1 3-5V-3" fill="#fff" stroke="#fff" stroke-width="1.400"/>'],
  bus: ['#b7791f', '<path d="M-7-7H7V5H-7ZM-5 7h3M2 7h3" fill="#fff" stroke="#fff" stroke-width="2.400"/><path d="M-5-5H5V0H-5Z" fill="#b7791f"/>'],
  puente: ['#4b5f6b', '<path d="M-9 4H9M-7 4V-2M7 4V-2M-9 0Q0-13 9 0" fill="none" stroke="#fff" stroke-width="1.800"/>'],
  cerro: ['#5b7f4b', '<path d="M-9 6L-2-6L2 0L4-3L9 6Z" fill="#fff"/>'],
  iglesia: ['#7a5c3d', '<path d="M-1-9h2v2.500h2.500v2H1V-3L7 1V8H-7V1L-1-3V-4.500h-2.500v-2H-1Z" fill="#fff"/>'],
};

/** Small streets and roofs of a town, on a turned grid. */
function town([x, y, w, h, angle]: MapData['town'][number], seed: number): string {
  const random = chance(seed);
  const parts: string[] = [];
  for (let a = 0; a < w; a += 24)
    for (let b = 0; b < h; b += 20)
      if (random() < 0.86)
        parts.push(
          `<rect x="${a + 3}" y="${b + 3}" width="${n1(10 + random() * 9)}" height="${n1(8 + random() * 7)}" rx="1.5"/>`,
        );
  return `<g transform="rotate(${angle} ${x + w / 2} ${y + h / 2}) translate(${x} ${y})"><rect x="-8" y="-8" width="${w + 12}" height="${h + 12}" rx="16" fill="#f3ede2"/><g fill="#ddd3c3">${parts.join('')}</g></g>`;
}

const WIDTH = { autopista: [15, 9], via: [13, 8], calle: [8, 5] } as const;
const PAVED = { autopista: '#f2b84b', via: '#f7dc8c', calle: '#ffffff' } as const;

function landmark({ at: [x, y], name, kind, side = 'right' }: Landmark): string {
  const [colour, glyph] = ICON[kind];
  const [dx, anchor] = side === 'right' ? [21, 'start'] : [-21, 'end'];
  return `<g transform="translate(${x} ${y})"><circle r="15" fill="${colour}" stroke="#ffffff" stroke-width="2.500"/>${glyph}<text x="${dx}" y="6" text-anchor="${anchor}" font-size="17" font-weight="500" class="halo">${name}</text></g>`;
}

function card(data: MapData): string {
  const rows = data.minutes.map(
    ([place, time], i) =>
      `<text x="24" y="${112 + i * 27}" font-size="16.500" fill="#43524a">${place}</text><text x="276" y="${112 + i * 27}" font-size="16.500" font-weight="500" text-anchor="end" fill="#0f573a">${time}</text>`,
  );
  return `<g transform="translate(30 ${data.card})"><rect x="3" y="5" width="300" height="200" rx="14" fill="#1c2a22" fill-opacity=".18"/><rect width="300" height="200" rx="14" fill="#ffffff"/><rect width="300" height="6" rx="3" fill="#0f573a"/><text x="24" y="46" font-size="21" font-weight="500" fill="#0f573a">${data.title}</text><text x="24" y="71" font-size="16" fill="#5b6a61">${data.subtitle}</text><path d="M24 86H276" stroke="#d9e2da"/>${rows.join('')}<text x="24" y="187" font-size="11.500" fill="#7d8a82">En auto, sin tráfico. Croquis sin escala exacta.</text></g>`;
}

/** The whole map as an SVG document of its own, 1200 × 800. */
export function locationMapSvg(project: ProjectKey): string {
  const data = MAPS[project];
  const [px, py] = data.pin;
  const layer = (i: 0 | 1) =>
    data.roads
      .toReversed()
      .map(
        (r) =>
          `<path d="${r.d}" stroke="${i ? PAVED[r.kind] : '#c9bda7'}" stroke-width="${WIDTH[r.kind][i]}"/>`,
      )
      .join('');
  const names = data.roads.map(({ name }) =>
    name
      ? `<text transform="translate(${name[1]} ${name[2]}) rotate(${name[3]})" text-anchor="middle" y="-11" font-size="15" class="halo" fill="#6b5a35">${name[0]}</text>`
      : '',
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 800" width="1200" height="800" role="img" aria-label="Mapa de ubicación de ${data.title}, ${data.subtitle}" font-family="Inter, Roboto, system-ui, sans-serif"><title>Ubicación de ${data.title}</title>`,
    '<style>svg{width:100%;height:100%}.halo{stroke:#f6f7f1;stroke-width:4px;paint-order:stroke;stroke-linejoin:round}</style>',
    '<rect width="1200" height="800" fill="#edf1e3"/>',
    ...data.woods.map((d) => `<path d="${d}" fill="#cfe3bd"/>`),
    data.sea
      ? `<path d="${data.sea}" fill="#b5dbea"/><path d="${data.sea}" fill="none" stroke="#94c6da" stroke-width="3"/><text x="985" y="690" font-size="19" font-style="italic" fill="#4a8aa3" letter-spacing="2">Océano Pacífico</text>`
      : '',
    `<path d="${data.river}" fill="none" stroke="#a9d4e6" stroke-width="11" stroke-linecap="round"/>`,
    ...data.town.map((t, i) => town(t, 30 + i)),
    `<g fill="none" stroke-linecap="round">${layer(0)}${layer(1)}</g>`,
    ...names,
    ...data.landmarks.map(landmark),
    ...data.arrows.map(
      ([words, x, y, anchor]) =>
        `<text x="${x}" y="${y}" text-anchor="${anchor}" font-size="17" font-weight="500" fill="#3d4a42" class="halo">${words}</text>`,
    ),
    `<circle cx="${px}" cy="${py}" r="46" fill="#0f573a" fill-opacity=".14"/><circle cx="${px}" cy="${py}" r="24" fill="#0f573a" fill-opacity=".18"/>`,
    `<ellipse cx="${px}" cy="${py + 2}" rx="15" ry="5" fill="#1c2a22" fill-opacity=".35"/><path d="M${px} ${py}C${px - 10} ${py - 24} ${px - 27} ${py - 34} ${px - 27} ${py - 54}A27 27 0 0 1 ${px + 27} ${py - 54}C${px + 27} ${py - 34} ${px + 10} ${py - 24} ${px} ${py}Z" fill="#0f573a" stroke="#ffffff" stroke-width="3"/><path d="M${px - 14} ${py - 52}L${px} ${py - 66}L${px + 14} ${py - 52}H${px + 10}V${py - 41}H${px - 10}V${py - 52}Z" fill="#ffffff"/>`,
    `<g transform="translate(${px} ${py - 98})"><rect x="-128" y="-21" width="256" height="36" rx="18" fill="#0f573a"/><text y="4" text-anchor="middle" font-size="18" font-weight="500" fill="#ffffff">${data.title}</text></g>`,
    card(data),
    `<g transform="translate(1040 760)"><path d="M0 -6V0H${data.kilometre}V-6" fill="none" stroke="#43524a" stroke-width="2"/><text x="${data.kilometre / 2}" y="-8" text-anchor="middle" font-size="14" fill="#43524a">1 km aprox.</text></g>`,
    '<g transform="translate(1150 60)"><circle r="25" fill="#ffffff"/><path d="M0 -18L7 7L0 2L-7 7Z" fill="#0f573a"/><text y="20" text-anchor="middle" font-size="11" font-weight="500" fill="#0f573a">N</text></g></svg>',
  ].join('');
}
