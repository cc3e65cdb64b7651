/** Identity documents in our own design, marked as a demo: cédula (both sides) and passport page. */
import { withoutAccents } from '#contract/accents.ts';
import { chance } from '../chance.ts';
import { n1 } from './svg.ts';
import { type Paper, type PaperPerson, fileName, longDate, safe, seedOf, shiftYears } from './person.ts';
import { portrait } from './portrait.ts';
import { jpeg } from './render.ts';
import { signatureStrokes } from './signature.ts';

/** Issue day and last valid day, as printed. */
export interface Validity {
  emitida: string;
  vence: string;
}

/** Issued one to seven years ago, valid for ten years. */
export function validityOf(person: PaperPerson, on: string): Validity {
  const emitida = shiftYears(on, -1 - (seedOf(person.cedula) % 7));
  return { emitida, vence: shiftYears(emitida, 10) };
}

const text = (x: number, y: number, size: number, words: string, more = '') =>
  `<text x="${x}" y="${y}" font-family="Roboto" font-size="${size}" ${more}>${safe(words)}</text>`;

const field = (x: number, y: number, label: string, value: string) =>
  text(x, y, 15, label, 'fill="#5a6f66"') + text(x, y + 25, 23, value, 'font-weight="500" fill="#17231d"');

/** Fine waves across a card, like those that printers use against copying. */
function waves(seed: number, colour: string, width: number, height: number): string {
  const random = chance(seed);
  const lines = Array.from({ length: 12 }, (_, i) => {
    const y = 50 + (i * (height - 90)) / 11;
    const a = 14 + random() * 16;
    return `M0 ${n1(y)}C${width * 0.25} ${n1(y - a)} ${width * 0.3} ${n1(y + a)} ${width / 2} ${n1(y)}S${width * 0.8} ${n1(y - a)} ${width} ${n1(y)}`;
  });
  return `<path d="${lines.join('')}" fill="none" stroke="${colour}" stroke-width="1.4" stroke-opacity=".35"/>`;
}

/** The card on a table, slightly rotated, as buyers photograph it. */
function photographed(card: string, seed: number): string {
  const random = chance(seed);
  const wood = ['#8a6a4c', '#6f5a48', '#9a8468', '#5d6265', '#b7a78f'][seed % 5]!;
  const grain = Array.from({ length: 12 }, () => `<path d="M0 ${n1(random() * 700)}q280 ${n1((random() - 0.5) * 40)} 540 0t540 ${n1((random() - 0.5) * 30)}" stroke="#000000" stroke-opacity=".1" stroke-width="${n1(1 + random() * 5)}" fill="none"/>`); // prettier-ignore
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="660" viewBox="0 0 1080 713"><rect width="1080" height="713" fill="${wood}"/>${grain.join('')}<g transform="rotate(${n1((random() - 0.5) * 4)} 540 356) translate(40 42)"><rect x="6" y="10" width="1000" height="630" rx="34" fill="#000000" fill-opacity=".3"/>${card}</g></svg>`;
}

const mark = (y: number) =>
  `<g transform="rotate(-14 560 ${y})">${text(560, y, 66, 'DEMOSTRACIÓN', 'text-anchor="middle" font-weight="500" fill="#b3261e" fill-opacity=".16" letter-spacing="8"')}</g>`;

export async function cedulaFront(person: PaperPerson, validity: Validity): Promise<Paper> {
  const seed = seedOf(person.cedula);
  const age = Number(validity.emitida.slice(0, 4)) - Number(person.fecha_nacimiento.slice(0, 4));
  const card = [
    '<rect width="1000" height="630" rx="34" fill="#eef4ee"/>',
    waves(seed, '#3f8f6b', 1000, 630),
    '<path d="M0 104V34A34 34 0 0 1 34 0H966A34 34 0 0 1 1000 34V104Z" fill="#0f573a"/><rect y="104" width="1000" height="6" fill="#d9a93b"/>',
    text(500, 46, 30, 'REPÚBLICA DE PANAMÁ', 'text-anchor="middle" font-weight="500" fill="#ffffff" letter-spacing="3"'),
    text(500, 82, 21, 'CÉDULA DE IDENTIDAD · EJEMPLAR DE DEMOSTRACIÓN', 'text-anchor="middle" fill="#d6ede1"'),
    portrait(46, 146, 262, 336, person.sexo, seed, age),
    '<rect x="46" y="146" width="262" height="336" fill="none" stroke="#0f573a" stroke-width="3"/>',
    `<g opacity=".28">${portrait(838, 150, 122, 156, person.sexo, seed, age)}</g>`,
    field(340, 158, 'NOMBRES', person.nombres.toUpperCase()),
    field(340, 218, 'APELLIDOS', person.apellidos.toUpperCase()),
    field(340, 278, 'FECHA DE NACIMIENTO', longDate(person.fecha_nacimiento)),
    field(660, 278, 'SEXO', person.sexo),
    field(340, 338, 'LUGAR DE NACIMIENTO', person.lugar_nacimiento.toUpperCase()),
    field(340, 398, 'EXPEDIDA', longDate(validity.emitida)),
    field(660, 398, 'EXPIRA', longDate(validity.vence)),
    `<g transform="translate(330 440) scale(.5)">${signatureStrokes(person.apellidos, '#1d2a3c')}</g><path d="M340 545h270" stroke="#5a6f66"/>`,
    text(340, 566, 14, 'FIRMA', 'fill="#5a6f66"'),
    text(954, 560, 50, person.cedula, 'text-anchor="end" font-weight="500" fill="#b3261e"'),
    mark(390),
  ].join(''); // prettier-ignore
  return {
    bytes: await jpeg(photographed(card, seed)),
    mime: 'image/jpeg',
    name: fileName('cedula', person, 'jpg'),
  };
}

export async function cedulaBack(person: PaperPerson, validity: Validity): Promise<Paper> {
  const seed = seedOf(person.cedula) + 1;
  const random = chance(seed);
  const bars = Array.from({ length: 84 }, (_, i) => (random() < 0.55 ? `M${70 + i * 10}.5 150v96` : '')).join(
    '',
  );
  const print = Array.from({ length: 11 }, (_, i) => `<ellipse cx="846" cy="400" rx="${14 + i * 6}" ry="${20 + i * 8}" fill="none" stroke="#33443b" stroke-width="2.4" stroke-dasharray="${18 + i * 5} ${3 + (i % 3) * 2}"/>`).join(''); // prettier-ignore
  const code = person.cedula.replaceAll('-', '<').padEnd(28, '<');
  const name = withoutAccents(person.nombre).toUpperCase().replaceAll(' ', '<').padEnd(34, '<').slice(0, 34); // prettier-ignore
  const card = [
    '<rect width="1000" height="630" rx="34" fill="#f3f1e8"/>',
    waves(seed, '#c49a3f', 1000, 630),
    '<path d="M0 70V34A34 34 0 0 1 34 0H966A34 34 0 0 1 1000 34V70Z" fill="#0f573a"/>',
    text(500, 45, 22, 'EJEMPLAR DE DEMOSTRACIÓN · SIN VALIDEZ', 'text-anchor="middle" fill="#d6ede1" letter-spacing="2"'),
    `<path d="${bars}" stroke="#1c2420" stroke-width="6"/>`,
    field(70, 300, 'NÚMERO', person.cedula), field(360, 300, 'NACIONALIDAD', person.nacionalidad.toUpperCase()),
    field(70, 366, 'VÁLIDA HASTA', longDate(validity.vence)), field(360, 366, 'DONADOR', seed % 3 ? 'SÍ' : 'NO'),
    field(70, 432, 'DIRECCIÓN', person.direccion.slice(0, 46).toUpperCase()), print, mark(330),
    '<path d="M0 500H1000V596A34 34 0 0 1 966 630H34A34 34 0 0 1 0 596Z" fill="#ffffff" fill-opacity=".75"/>',
    text(60, 554, 34, `IDPAN${code}`, 'fill="#1c2420" letter-spacing="4.6"'), text(60, 602, 34, name, 'fill="#1c2420" letter-spacing="4.6"'),
  ].join(''); // prettier-ignore
  const bytes = await jpeg(photographed(card, seed));
  return { bytes, mime: 'image/jpeg', name: fileName('cedula-reverso', person, 'jpg') };
}

/** Data page of a passport, for a foreign buyer. */
export async function passportPage(person: PaperPerson, validity: Validity): Promise<Paper> {
  const seed = seedOf(person.cedula);
  const [given, surnames] = [person.nombres.toUpperCase(), person.apellidos.toUpperCase()];
  const ascii = (words: string) => withoutAccents(words.replaceAll(' ', '<'));
  const age = Number(validity.emitida.slice(0, 4)) - Number(person.fecha_nacimiento.slice(0, 4));
  const card = [
    '<rect width="1000" height="630" rx="16" fill="#f5efe6"/>',
    waves(seed, '#7a5aa0', 1000, 630),
    text(46, 60, 30, 'PASAPORTE · PASSPORT', 'font-weight="500" fill="#4a2f63"'),
    text(954, 60, 24, person.nacionalidad.toUpperCase(), 'text-anchor="end" fill="#4a2f63"'),
    text(46, 90, 17, 'EJEMPLAR DE DEMOSTRACIÓN', 'fill="#7a5aa0"'),
    portrait(46, 120, 250, 330, person.sexo, seed, age),
    field(330, 136, 'Nº DE PASAPORTE', person.cedula), field(680, 136, 'SEXO', person.sexo),
    field(330, 204, 'APELLIDOS', surnames), field(330, 272, 'NOMBRES', given),
    field(330, 340, 'FECHA DE NACIMIENTO', longDate(person.fecha_nacimiento)), field(680, 340, 'LUGAR', person.lugar_nacimiento.split(',')[0]!.toUpperCase()),
    field(330, 408, 'EXPEDIDO', longDate(validity.emitida)), field(680, 408, 'EXPIRA', longDate(validity.vence)),
    mark(330), '<rect y="486" width="1000" height="144" fill="#ffffff" fill-opacity=".7"/>',
    text(46, 545, 34, `P<DEM${ascii(surnames)}<<${ascii(given)}`.padEnd(40, '<').slice(0, 40), 'fill="#1c1824" letter-spacing="3"'),
    text(46, 596, 34, `${person.cedula}<DEM${person.fecha_nacimiento.replaceAll('-', '').slice(2)}${person.sexo}`.padEnd(40, '<').slice(0, 40), 'fill="#1c1824" letter-spacing="3"'),
  ].join(''); // prettier-ignore
  return {
    bytes: await jpeg(photographed(card, seed)),
    mime: 'image/jpeg',
    name: fileName('pasaporte', person, 'jpg'),
  };
}
