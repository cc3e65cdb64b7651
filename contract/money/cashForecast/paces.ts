/** A delay of this many days or more: the money never came. */
export const NEVER = 9_999;
/** Fewer past records than this say too little: then the pace of all projects or banks counts, or the usual one. */
export const LEAST_SAMPLE = 12;
/** Fractions of the sample that a pace keeps. */
export const FRACTIONS: readonly number[] = Array.from({ length: 21 }, (_, at) => at / 20);
/** What is owed and takes longer than all before it leaves a week from now. */
export const OVERDUE_DAYS = 7;

/**
 * How money moves after a day that the records know. `usual`: days by which two, five and eight of ten have moved, while
 * there is no past to learn from [L].
 */
interface PaceSpec {
  title: string;
  /** The day from which it counts. */
  since: string;
  /** Own paces by project or bank. */
  by: 'proyecto' | 'banco' | null;
  usual: readonly [number, number, number];
}
const pace = (
  title: string,
  since: string,
  usual: readonly [number, number, number],
  by: PaceSpec['by'] = null,
): PaceSpec => ({ title, since, usual, by });

export const PACES = {
  cuota: pace('Cuotas de clientes', 'desde su vencimiento', [0, 5, 30], 'proyecto'),
  contado: pace('Resto de contado', 'desde el pre-contrato', [120, 240, 400]),
  banco_recibida: pace('Banco: pre-contrato recibido', 'desde que se recibió', [180, 300, 480], 'banco'),
  banco_enviada: pace('Banco: solicitud enviada', 'desde que se envió', [120, 210, 360], 'banco'),
  banco_aprobada: pace('Banco: aprobada', 'desde la respuesta', [100, 180, 330], 'banco'),
  banco_carta: pace('Banco: carta promesa', 'desde la carta', [75, 120, 240], 'banco'),
  banco_inscrita: pace('Banco: escritura inscrita', 'desde la inscripción', [10, 20, 40], 'banco'),
  banco_pedido: pace('Banco: desembolso solicitado', 'desde la solicitud', [5, 10, 20], 'banco'),
  devolucion: pace('Devoluciones', 'desde su día', [0, 5, 20]),
  cuenta: pace('Cuentas de obra', 'desde la medición', [10, 20, 35]),
  orden: pace('Órdenes de compra', 'desde que se emiten', [20, 40, 70]),
  factura: pace('Facturas de proveedores', 'desde su vencimiento', [0, 5, 20]),
  anticipo: pace('Anticipos a proveedores', 'desde que se piden', [3, 7, 15]),
  lote: pace('Lotes de pago', 'desde su día de pago', [0, 1, 3]),
  caja: pace('Reposiciones de caja menuda', 'desde que se piden', [3, 7, 15]),
  comision: pace('Comisiones liberadas', 'desde que se liberan', [10, 20, 40]),
  comision_separacion: pace('Comisión por separación', 'desde el pre-contrato', [20, 40, 60]),
  comision_promesa: pace('Comisión por promesa', 'desde el pre-contrato', [90, 150, 240]),
  comision_desembolso: pace('Comisión por desembolso', 'desde el pre-contrato', [200, 320, 500]),
  fijo: pace('Día fijo', 'en su día', [0, 0, 0]),
} as const satisfies Record<string, PaceSpec>;
export type PaceName = keyof typeof PACES;

/** A pace of the past: days at FRACTIONS, in order; `key`: a project or bank, 0 for all of them. */
export interface KeptPace {
  name: PaceName;
  key: number;
  sample: number;
  days: readonly number[];
}

/**
 * The days from its base day after which `percent` of ten (20, 50, 80) of those have moved that had not moved after `age`
 * days: what waits longer than usual is judged by those that waited as long. Null when nothing of the past took longer, or
 * when so many never came.
 */
export function delayOf(days: readonly number[], percent: number, age: number): number | null {
  const left = days.filter((one) => one > age);
  if (left.length === 0) return null;
  const found = left[Math.max(0, Math.ceil((percent / 100) * left.length) - 1)]!;
  return found >= NEVER ? null : found;
}

/** A span of ages in which the delays are the same: from `from` days on, less than `to`. */
export interface PaceStep {
  name: PaceName;
  key: number;
  from: number;
  to: number;
  /** At 20, 50 and 80 percent. */
  delays: readonly [number | null, number | null, number | null];
}
const FIRST_AGE = -100_000;
const LAST_AGE = 100_000;

/** The spans of a pace: the delays change only where the age passes one of its days. */
export function stepsOf({ name, key, days }: Pick<KeptPace, 'name' | 'key' | 'days'>): PaceStep[] {
  if (name === 'fijo') return [{ name, key, from: FIRST_AGE, to: LAST_AGE, delays: [0, 0, 0] }];
  const starts = [FIRST_AGE, ...new Set(days.filter((one) => one < NEVER))].toSorted((a, b) => a - b);
  return starts.map((from, at) => ({
    name,
    key,
    from,
    to: starts[at + 1] ?? LAST_AGE,
    delays: [delayOf(days, 20, from), delayOf(days, 50, from), delayOf(days, 80, from)],
  }));
}

/** The spans that the forecast uses: own paces that rest on enough records, and one for all by each name. */
export function allSteps(kept: readonly KeptPace[]): PaceStep[] {
  const enough = kept.filter(({ sample }) => sample >= LEAST_SAMPLE);
  return (Object.keys(PACES) as PaceName[]).flatMap((name) => {
    const mine = enough.filter((one) => one.name === name);
    const general = mine.some(({ key }) => key === 0) ? [] : [{ name, key: 0, days: PACES[name].usual }];
    return [...mine, ...general].flatMap(stepsOf);
  });
}
