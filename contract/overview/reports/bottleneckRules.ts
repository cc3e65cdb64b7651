import { APPLICATION } from '#contract/company/catalogs/states.ts';

/** Where something can wait. */
export const BOTTLENECK_GROUPS = {
  etapa: 'Etapas de la venta',
  banco: 'Trámite en el banco',
  escritura: 'Escritura',
  ticket: 'Tickets',
} as const;
export type BottleneckGroup = keyof typeof BOTTLENECK_GROUPS;

const NOUNS: Record<BottleneckGroup, readonly [string, string]> = {
  etapa: ['venta', 'ventas'],
  banco: ['solicitud', 'solicitudes'],
  escritura: ['escritura', 'escrituras'],
  ticket: ['ticket', 'tickets'],
};

/** Weeks of the trend, this one included. */
export const TREND_WEEKS = 12;
/** Weeks that are compared with as many before. */
const COMPARED_WEEKS = 4;

/** Who works on a stage while another one is first: by stage number (domain.md §1). */
export const STAGE_HOLDERS: Readonly<Record<number, string>> = {
  1: 'Cliente',
  2: 'Cliente',
  3: 'Procesador',
  4: 'Procesador',
  5: 'Procesador',
  6: 'Legal',
  7: 'Cliente',
  8: 'Obra',
  9: 'Legal',
  10: 'Registro Público',
  11: 'Contabilidad',
  12: 'Post-venta',
};
/** Stages whose sale waits for a bank while one has an application, and those that the deed explains. */
export const BANK_STAGES: readonly number[] = [3, 4, 5];
export const LEGAL_STAGES: readonly number[] = [9, 10];

/** The open steps of an application up to its letter, and who has it there; null: the bank. */
export const BANK_STEPS: Readonly<Record<number, string | null>> = {
  [APPLICATION.toSend]: 'Procesador',
  [APPLICATION.sent]: null,
  [APPLICATION.analysis]: null,
  [APPLICATION.morePapers]: 'Cliente',
  [APPLICATION.preapproved]: null,
  [APPLICATION.approved]: null,
  [APPLICATION.conditional]: 'Cliente',
};
/** Steps in which the bank itself has to act. */
export const AT_BANK: readonly number[] = Object.keys(BANK_STEPS)
  .map(Number)
  .filter((state) => BANK_STEPS[state] === null);

export const NOBODY_HAS_IT = 'Sin asignar';
/** Whom something waits for, after the verb. A name that is missing here goes after a plain «a». */
const AFTER_VERB: Readonly<Record<string, string>> = {
  Cliente: 'al cliente',
  Procesador: 'al procesador',
  Banco: 'al banco',
  Proveedor: 'al proveedor',
  'Registro Público': 'al Registro Público',
  'Notaría y firmantes': 'a la notaría y a quienes firman',
  'Legal y notaría': 'a Legal y a la notaría',
  Obra: 'a la obra',
  [NOBODY_HAS_IT]: 'a que alguien los tome',
};

/** Days as people read them: whole from ten on. */
export const daysText = (days: number): string =>
  (days < 10 ? Math.round(days * 10) / 10 : Math.round(days)).toLocaleString('es-PA');

interface Said {
  group: BottleneckGroup;
  name: string;
  waiting: number;
  late: number;
  over_days: number | null;
  waits_for: readonly { who: string; waiting: number; late: number }[];
}

/** «Trámite: 14 ventas esperan 9 días más de lo normal; 8 esperan a Banistmo.» */
export function bottleneckSentence({ group, name, waiting, late, over_days, waits_for }: Said): string {
  const [one, many] = NOUNS[group];
  if (waiting === 0) return `${name}: nada espera ahora.`;
  const shown = late > 0 ? late : waiting;
  const what = shown === 1 ? `1 ${one} espera` : `${shown.toLocaleString('es-PA')} ${many} esperan`;
  const days = over_days === null ? '' : daysText(over_days);
  const how =
    late > 0 ? `${what} ${days} ${days === '1' ? 'día' : 'días'} más de lo normal` : `${what} sin atraso`;
  const [top] = waits_for;
  if (!top) return `${name}: ${how}.`;
  const held = late > 0 ? top.late : top.waiting;
  const whom = AFTER_VERB[top.who] ?? `a ${top.who}`;
  if (held === 0) return `${name}: ${how}.`;
  if (held < shown)
    return `${name}: ${how}; ${held.toLocaleString('es-PA')} ${held === 1 ? 'espera' : 'esperan'} ${whom}.`;
  const all = group === 'ticket' ? 'todos ' : 'todas ';
  return `${name}: ${how}, ${shown === 1 ? '' : all}${whom}.`;
}

export interface Trend {
  /** Mean days of what left in the last four weeks and in the four before; null: nothing left. */
  recent: number | null;
  before: number | null;
}

/** Compares the last weeks with those before; each week counts by what left in it. */
export function trendOf(weeks: readonly { left: number; days: number | null }[]): Trend {
  const mean = (part: readonly { left: number; days: number | null }[]) => {
    const left = part.reduce((sum, one) => sum + (one.days === null ? 0 : one.left), 0);
    if (left === 0) return null;
    return Math.round((part.reduce((sum, one) => sum + (one.days ?? 0) * one.left, 0) / left) * 10) / 10;
  };
  return {
    recent: mean(weeks.slice(-COMPARED_WEEKS)),
    before: mean(weeks.slice(-2 * COMPARED_WEEKS, -COMPARED_WEEKS)),
  };
}

/** «Sube de 12 a 18 días»; a tenth more or less is the same. */
export function trendText({ recent, before }: Trend): string {
  if (recent === null) return 'Nada salió en 4 semanas';
  const now = `${daysText(recent)} ${daysText(recent) === '1' ? 'día' : 'días'}`;
  if (before === null) return now;
  const word = recent > before * 1.1 ? 'Sube' : recent < before * 0.9 ? 'Baja' : 'Igual';
  return word === 'Igual' ? `Igual, ${now}` : `${word} de ${daysText(before)} a ${now}`;
}
