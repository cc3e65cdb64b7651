import { withoutAccents } from '#contract/accents.ts';
import type { SectionName, StopReason } from './model.ts';

/** What was understood of a dictated text, for the person to look over. */
export interface DraftEntry {
  seccion: SectionName;
  texto: string;
  cantidad?: number;
  motivo?: StopReason;
  horas?: number;
}

const NUMBERS: Readonly<Record<string, number>> = {
  un: 1, una: 1, uno: 1, dos: 2, tres: 3, cuatro: 4, cinco: 5, seis: 6, siete: 7, ocho: 8, nueve: 9, diez: 10,
  once: 11, doce: 12, trece: 13, catorce: 14, quince: 15, dieciseis: 16, diecisiete: 17, dieciocho: 18,
  diecinueve: 19, veinte: 20, veinticinco: 25, treinta: 30, cuarenta: 40, cincuenta: 50,
}; // prettier-ignore
const NUMBER = `\\d{1,4}|${Object.keys(NUMBERS).join('|')}`;
const valueOf = (word: string): number => NUMBERS[word] ?? Number(word);

const TRADES =
  'albanil(?:es)?|ayudantes?|carpinteros?|electricistas?|plomeros?|soldador(?:es)?|obreros?|peon(?:es)?|maestros?(?: de obra)?|capataz|capataces|operador(?:es)?|armador(?:es)?|reforzador(?:es)?|pintor(?:es)?|topografos?|ingenier[oa]s?|arquitect[oa]s?|techador(?:es)?|baldoseros?|personas|trabajador(?:es)?|hombres';
const MACHINES =
  'retroexcavadoras?|retros?|excavadoras?|mezcladoras?|concreteras?|volquetes?|volquetas?|camion(?:es)?|vibrador(?:es)?|compactador(?:as?|es)?|gruas?|bombas?(?: de concreto)?|rodillos?|rolas?|motoniveladoras?|niveladoras?|tractor(?:es)?|montacargas|plantas? electricas?|cortadoras?|martillos? neumaticos?';

const PEOPLE_LIST = new RegExp(`\\b(${NUMBER})\\s+(${TRADES})\\b`, 'g');
const MACHINE_LIST = new RegExp(`\\b(?:(${NUMBER})|el|la)\\s+(${MACHINES})\\b`, 'g');

const STOP =
  /\b(llovi\w*|lluvias?|aguacero|paramos|paro|paralizad\w*|se detuv\w*|suspendimos|se suspendio|se paro)\b/;
const NO_RAIN = /\b(?:no llovi\w*|sin lluvias?|no hubo (?:lluvias?|paros?|aguacero)|no paramos)\b/;
const REASONS: readonly (readonly [StopReason, RegExp])[] = [
  ['lluvia', /\b(?:llovi\w*|lluvias?|aguacero)\b/],
  ['permiso', /\bpermisos?\b/],
  ['accidente', /\baccidentes?\b/],
  ['material', /\b(?:material\w*|cemento|bloques?|acero|arena|piedra|concreto|madera|llego tarde el)\b/],
  ['equipo', new RegExp(`\\b(?:equipos?|maquinas?|se dano|averi\\w*|${MACHINES})\\b`)],
];
const INCIDENT =
  /\b(?:accidentes?|se cayo|se cayeron|caida|golpe\w*|herid[oa]s?|lesion\w*|rob[oa]\w*|hurto|choc[oó]\w*|fractur\w*|incidentes?|conato)\b/;
const VISIT =
  /\b(?:visit[oae]\w*|vino|paso (?:el|la) (?:inspector\w*|ingenier\w*|arquitect\w*|duen\w*|cliente)|llego (?:el|la) (?:inspector\w*|ingenier\w*|arquitect\w*|duen\w*|cliente)|inspeccion de)\b/;

/** Words that a list of people and machines leaves over without telling of any work. */
const FILLING = new Set(
  'hoy ayer en la el los las obra con y e hubo habia hay tuvimos tenemos vinieron trabajaron estuvieron llegaron asistieron presentes de del se a por total cuadrilla cuadrillas mas tambien usamos trabajo trabajamos ademas nos fuimos eramos somos horas hora'.split(
    ' ',
  ),
);

const SENTENCES = /(?:\.(?!\d)|[;\n!?])+/;
/** A new happening in the same sentence begins with its verb. */
const HAPPENING =
  /(?:,|\s+y|\s+pero)\s+(?=(?:despu[eé]s\s+|luego\s+|tambi[eé]n\s+)*(?:llov|paramos|hubo (?:un )?(?:paro|lluvia|aguacero|accidente)|vino|visit|se cay|se par|nos visit))/i;

const plain = (text: string) => withoutAccents(text).toLowerCase();
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const halves = (hours: number) => Math.min(24, Math.max(0.5, Math.round(hours * 2) / 2));

const SPAN = new RegExp(
  `\\b(?:de|desde)\\s+(?:las?\\s+)?(${NUMBER})(?::(\\d\\d))?\\s*(?:[ap]\\.?\\s?m\\.?)?\\s*(?:a|hasta)\\s+(?:las?\\s+)?(${NUMBER})(?::(\\d\\d))?\\b`,
);
const LENGTH = new RegExp(`\\b(${NUMBER})(?:[.,](\\d))?\\s+horas?(\\s+y\\s+media)?\\b`);

/** Hours that a sentence tells: a length (`dos horas y media`) or a span (`de 2 a 4`). */
function hoursOf(text: string): number | undefined {
  const length = LENGTH.exec(text);
  if (length) return halves(valueOf(length[1]!) + Number(`0.${length[2] ?? 0}`) + (length[3] ? 0.5 : 0));
  if (/\bmedia hora\b/.test(text)) return 0.5;
  if (/\b(?:todo el dia|el dia entero)\b/.test(text)) return 8;
  if (/\bmedio dia\b/.test(text)) return 4;
  const span = SPAN.exec(text);
  if (!span) return undefined;
  const from = valueOf(span[1]!) + Number(span[2] ?? 0) / 60;
  const to = valueOf(span[3]!) + Number(span[4] ?? 0) / 60;
  const hours = to > from ? to - from : to + 12 - from;
  return hours > 0 && hours <= 12 ? halves(hours) : undefined;
}

function stopOf(text: string, said: string): DraftEntry {
  const motivo = REASONS.find(([, words]) => words.test(said))?.[0] ?? 'otro';
  const horas = hoursOf(said);
  return { seccion: 'paro', texto: text, motivo, ...(horas !== undefined && { horas }) };
}

/** People and machines of a sentence, and the work that is left of it. */
function workOf(text: string, said: string): DraftEntry[] {
  const listedAs = (seccion: SectionName, list: RegExp): DraftEntry[] =>
    [...said.matchAll(list)].map(({ 0: all, 1: count, 2: name, index }) => ({
      seccion,
      // With its accents: both texts have the same length.
      texto: capital(text.slice(index + all.length - name!.length, index + all.length)),
      cantidad: count ? valueOf(count) : 1,
    }));
  const people = listedAs('personal', PEOPLE_LIST);
  const machines = listedAs('equipo', MACHINE_LIST);
  const rest =
    said
      .replace(PEOPLE_LIST, ' ')
      .replace(MACHINE_LIST, ' ')
      .match(/[a-zñ]{2,}/g) ?? [];
  const works = (people.length === 0 && machines.length === 0) || rest.some((word) => !FILLING.has(word));
  const listed = [...people, ...machines].filter(
    ({ texto, cantidad }) => texto !== '' && cantidad! >= 1 && cantidad! <= 5000,
  );
  return [...(works ? [{ seccion: 'trabajo' as const, texto: text }] : []), ...listed];
}

function entriesOf(text: string): DraftEntry[] {
  const said = plain(text);
  if (NO_RAIN.test(said)) return [{ seccion: 'nota', texto: text }];
  if (INCIDENT.test(said) && !/\bpara(?:mos|ron)\b/.test(said))
    return [{ seccion: 'incidente', texto: text }];
  if (STOP.test(said)) return [stopOf(text, said)];
  if (VISIT.test(said)) return [{ seccion: 'visita', texto: text }];
  return workOf(text, said);
}

/** `Llovió de 2 a 4 y paramos` is one stop: what follows without hours or reason belongs to it. */
function joined(entries: readonly DraftEntry[]): DraftEntry[] {
  const list: DraftEntry[] = [];
  for (const one of entries) {
    const last = list.at(-1);
    if (
      last?.seccion === 'paro' &&
      one.seccion === 'paro' &&
      (one.motivo === 'otro' || one.motivo === last.motivo)
    ) {
      const horas = last.horas ?? one.horas;
      list[list.length - 1] = {
        ...last,
        texto: `${last.texto}. ${one.texto}`,
        ...(horas !== undefined && { horas }),
      };
    } else list.push(one);
  }
  return list;
}

/**
 * A dictated text as entries of a diary, by rules: it works on a phone without a line, and what a person dictates is never
 * lost, because every sentence is in the text of an entry or in its numbers.
 */
export const draftOf = (dictated: string): DraftEntry[] =>
  joined(
    dictated
      .normalize('NFC')
      .split(SENTENCES)
      .flatMap((sentence) => sentence.split(HAPPENING))
      .map((part) => part.replace(/\s+/g, ' ').replace(/^[\s,]+|[\s,]+$/g, ''))
      .filter((part) => /[\p{L}\d]/u.test(part))
      .flatMap((part) => entriesOf(capital(part)))
      .map((one) => ({ ...one, texto: one.texto.slice(0, 4000) })),
  );
