import { eq } from 'drizzle-orm';
import { writingStatus } from '#contract/company/catalogs/legalLists.ts';
import { DEED } from '#contract/company/catalogs/states.ts';
import { panamaDay } from '#contract/dates.ts';
import { choiceCell, dayCell } from '#contract/overview/imports/cells.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import {
  importDeed,
  standingDeeds,
  takeBackDeed,
  type ImportedDeed,
} from '#server/modules/legal/deeds/imported.service.ts';
import { imports } from './imports.table.ts';
import type { ImportKind, Match, RowValues } from './kind.ts';
import { dayColumn, lineColumn, namedSales, saleCode, saleColumn, textOf, type NamedSale } from './named.ts';

interface Known {
  today: string;
  states: { id: number; name: string }[];
  sales: ReadonlyMap<string, NamedSale>;
  deeds: ReadonlyMap<number, { id: number; version: number; is: ImportedDeed }>;
}

/** Sales whose deed has begun. */
const FITTING: readonly number[] = [SALE.inDeed, SALE.registered, SALE.disbursed, SALE.delivered, SALE.closed]; // prettier-ignore

const TEXTS = { notary: 'notaria', number: 'numero', entry: 'entrada', defect: 'defecto', folio: 'folio' } as const; // prettier-ignore
const DAYS = {
  notaryOn: 'fecha_notaria',
  buyerSignedOn: 'firma_comprador',
  companySignedOn: 'firma_promotora',
  bankSignedOn: 'firma_banco',
  closedOn: 'cierre',
  enteredOn: 'ingreso',
  limitOn: 'limite',
  inscribedOn: 'inscripcion',
} as const;
const PARTS = Object.entries({ ...TEXTS, ...DAYS }) as [Exclude<keyof ImportedDeed, 'stateId' | 'since'>, string][]; // prettier-ignore

/** The first state in which a deed has each of its values, and what the fault says. */
const NEEDED: readonly [from: number, key: string, column: string, only?: number][] = [
  [DEED.signing, 'notaria', 'Notaría'],
  [DEED.signing, 'fecha_notaria', 'Fecha de notaría'],
  [DEED.signed, 'firma_comprador', 'Firma del comprador'],
  [DEED.signed, 'firma_promotora', 'Firma de la promotora'],
  [DEED.closed, 'numero', 'Número de escritura'],
  [DEED.closed, 'cierre', 'Cierre'],
  [DEED.entered, 'entrada', 'Número de entrada'],
  [DEED.entered, 'ingreso', 'Ingreso'],
  [DEED.defective, 'defecto', 'Defecto', DEED.defective],
  [DEED.defective, 'limite', 'Fecha límite', DEED.defective],
  [DEED.registered, 'folio', 'Folio'],
  [DEED.registered, 'inscripcion', 'Inscripción'],
];
/** The steps of a deed in their order: none is before the one above it. */
const ORDER: readonly [key: string, column: string][] = [
  ['firma_promotora', 'Firma de la promotora'],
  ['cierre', 'Cierre'],
  ['ingreso', 'Ingreso'],
  ['inscripcion', 'Inscripción'],
];
/** Days that may still come. */
const FUTURE: ReadonlySet<string> = new Set(['fecha_notaria', 'limite']);

const valuesOf = (one: ImportedDeed, code: string, states: Known['states']): RowValues => ({
  precontrato: code,
  estado: states.find(({ id }) => id === one.stateId)?.name ?? null,
  desde: one.since,
  ...Object.fromEntries(PARTS.map(([key, column]) => [column, one[key]])),
});

const importedOf = (values: RowValues): ImportedDeed => ({
  stateId: Number(values['_state']),
  since: String(values['desde']),
  ...(Object.fromEntries(PARTS.map(([key, column]) => [key, textOf(values, column)])) as Omit<
    ImportedDeed,
    'stateId' | 'since'
  >),
});

/** Deeds that are on their way when the company moves in. */
export const deedsImport: ImportKind<Known> = {
  name: 'deeds',
  title: 'Escrituras en trámite',
  text: 'Trae las escrituras donde van: en minuta, en notaría, en el Registro o ya inscritas. Los impuestos y paz y salvos se registran después en su página.',
  permission: 'legal.crear',
  seenBy: 'legal.ver',
  most: 500,
  columns: [
    saleColumn,
    {
      key: 'estado',
      title: 'Estado',
      aliases: ['etapa', 'paso'],
      required: true,
      example: 'En firma',
      hint: 'El estado en que va la escritura.',
      read: ({ states }) => choiceCell(states),
      choices: ({ states }) => states.map(({ name }) => name),
    },
    {
      key: 'desde',
      title: 'Desde',
      aliases: ['fecha del estado', 'fecha'],
      required: true,
      example: '31/12/2025',
      hint: 'El día en que llegó a ese estado.',
      read: () => dayCell,
    },
    lineColumn('notaria', 'Notaría', { most: 120, example: 'Notaría Quinta de Panamá', hint: 'Desde que está en firma.', aliases: ['notaria publica'] }), // prettier-ignore
    dayColumn('fecha_notaria', 'Fecha de notaría', 'El día de la cita en la notaría.', ['cita']),
    dayColumn('firma_comprador', 'Firma del comprador', 'El día en que firmó.'),
    dayColumn('firma_promotora', 'Firma de la promotora', 'El día en que firmó.'),
    dayColumn('firma_banco', 'Firma del banco', 'El día en que firmó. Vacío en una venta de contado.'),
    lineColumn('numero', 'Número de escritura', { most: 40, example: '4512', hint: 'Desde que se cerró en la notaría.', aliases: ['escritura', 'numero'] }), // prettier-ignore
    dayColumn('cierre', 'Cierre', 'El día en que se cerró en la notaría.', ['fecha de cierre']),
    lineColumn('entrada', 'Número de entrada', { most: 40, example: '199222/2026', hint: 'El de su entrada en el Registro Público.', aliases: ['entrada'] }), // prettier-ignore
    dayColumn('ingreso', 'Ingreso', 'El día en que entró al Registro Público.', ['fecha de ingreso']),
    lineColumn('defecto', 'Defecto', { most: 500, example: 'Linderos', hint: 'Solo de una defectuosa: qué dice el Registro.' }), // prettier-ignore
    dayColumn('limite', 'Fecha límite', 'Solo de una defectuosa: hasta cuándo se reingresa.', ['limite']),
    lineColumn('folio', 'Folio', { most: 40, example: '30412345 (F)', hint: 'Desde que está inscrita.', aliases: ['folio real', 'finca'] }), // prettier-ignore
    dayColumn('inscripcion', 'Inscripción', 'El día en que se inscribió.', ['fecha de inscripcion']),
  ],

  async load(ctx, lock, rows) {
    const labels = await catalogLabels(ctx.db, writingStatus);
    const sales = await namedSales(ctx, rows, lock);
    const deeds = await standingDeeds(ctx.db, [...sales.values()].map(({ id }) => id)); // prettier-ignore
    return {
      today: panamaDay(ctx.now),
      states: [...labels].map(([id, name]) => ({ id, name })).filter(({ id }) => id !== DEED.voided),
      sales,
      deeds: new Map(deeds.map(({ saleId, ...one }) => [saleId, one])),
    };
  },

  match(values, { sales, deeds, states, today }): Match {
    const code = saleCode(String(values['precontrato']));
    const sale = sales.get(code);
    if (!sale) return { column: 'Pre-contrato', fault: `no hay una venta ${code} que puedas abrir.` };
    if (!FITTING.includes(sale.stateId))
      return { column: 'Pre-contrato', fault: 'su venta no está en escritura: pásala primero.' };
    const state = Number(values['estado']);
    const fault = whyNot(values, { state, today, bank: sale.paymentForm !== 'contado' });
    if (fault) return fault;
    const there = deeds.get(sale.id);
    const known = there && valuesOf(there.is, code, states);
    const name = states.find(({ id }) => id === state)!.name;
    const next = { ...values, precontrato: code, estado: name };
    const worked = there && (there.is.stateId !== DEED.toDo || there.version !== 1);
    if (worked && Object.entries(next).some(([key, value]) => (value ?? null) !== known?.[key]))
      return { column: 'Pre-contrato', fault: 'su escritura ya se trabaja aquí: cámbiala en su página.' };
    return {
      key: code,
      label: code,
      existing: there ? { id: there.id, values: known! } : null,
      values: { ...next, _sale: sale.id, _state: state },
    };
  },

  async write(ctx, rows) {
    const ids = new Map<number, number>();
    for (const { row, values } of rows)
      ids.set(row, await importDeed(ctx, Number(values['_sale']), importedOf(values)));
    return ids;
  },

  async undo(ctx, rows, importId) {
    const [done] = await ctx.db.select().from(imports).where(eq(imports.id, importId));
    for (const { recordId, made } of rows) {
      const refusal = await takeBackDeed(ctx, recordId, { made, importedAt: done!.confirmedAt! });
      if (refusal) return refusal;
    }
    return null;
  },
};

/** What is missing or wrong in the steps of a row; null when it is whole. */
function whyNot(
  values: RowValues,
  { state, today, bank }: { state: number; today: string; bank: boolean },
): { column: string; fault: string } | null {
  if (String(values['desde']) > today)
    return { column: 'Desde', fault: 'escribe un día que ya pasó, u hoy.' };
  for (const [from, key, column, only] of NEEDED)
    if (!values[key] && (only === undefined ? state >= from : state === only))
      return { column, fault: 'falta para el estado en que va.' };
  if (bank && state >= DEED.signed && !values['firma_banco'])
    return { column: 'Firma del banco', fault: 'falta: paga un banco.' };
  for (const [key, column] of Object.values(DAYS).map((one) => [one, titleOf(one)] as const)) {
    const day = values[key];
    if (day && !FUTURE.has(key) && String(day) > today)
      return { column, fault: 'escribe un día que ya pasó, u hoy.' };
  }
  let before = '';
  for (const [key, column] of ORDER) {
    const day = textOf(values, key);
    if (day && day < before) return { column, fault: 'es antes del paso anterior.' };
    before = day ?? before;
  }
  return null;
}

const titleOf = (key: string): string => deedsImport.columns.find((one) => one.key === key)?.title ?? key;
