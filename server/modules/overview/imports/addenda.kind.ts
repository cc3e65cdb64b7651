import { and, eq, inArray } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { ADDENDUM, ADDENDUM_KINDS } from '#contract/legal/addenda/rules.ts';
import { PROMISE } from '#contract/legal/promises/rules.ts';
import { choiceCell, dayCell } from '#contract/overview/imports/cells.ts';
import { addenda } from '#server/modules/legal/addenda/addenda.table.ts';
import {
  importAddendum,
  IMPORTED_LABELS,
  takeBackAddendum,
  type ImportedAddendum,
  type ImportedKind,
} from '#server/modules/legal/addenda/imported.service.ts';
import { promises } from '#server/modules/legal/promises/promises.table.ts';
import type { ImportKind, Match, RowValues } from './kind.ts';
import { dayColumn, lineColumn, namedSales, saleCode, saleColumn, textOf } from './named.ts';

type Row = typeof addenda.$inferSelect;
interface Known {
  today: string;
  /** By code, with the signed promise and the signed addenda. */
  sales: ReadonlyMap<
    string,
    { id: number; promise: { origin: string; signedOn: string } | null; addenda: Row[] }
  >;
}

const KINDS = (Object.keys(IMPORTED_LABELS) as ImportedKind[]).map((key, at) => ({
  id: at + 1,
  key,
  name: ADDENDUM_KINDS[key],
}));
const REASON = 'Se firmó en papel.';

const valuesOf = (one: Row, code: string): RowValues => ({
  precontrato: code,
  tipo: ADDENDUM_KINDS[one.kind],
  firmada: one.signedOn,
  antes: one.change ? null : one.effect[0]!.before,
  ahora: one.change ? null : one.effect[0]!.after,
  entrega: one.change?.tipo === 'prorroga' ? one.change.entrega : null,
  motivo: one.reason,
});

const importedOf = (values: RowValues): ImportedAddendum => ({
  kind: String(values['_kind']) as ImportedKind,
  signedOn: String(values['firmada']),
  reason: String(values['motivo']),
  before: textOf(values, 'antes'),
  after: textOf(values, 'ahora'),
  deliveryOn: textOf(values, 'entrega'),
});

/** Addenda that were signed before the company moved in. */
export const addendaImport: ImportKind<Known> = {
  name: 'addenda',
  title: 'Adendas firmadas',
  text: 'Trae las adendas que ya se firmaron en papel, de promesas importadas. La venta ya está como la dejaron; una prórroga mueve la entrega de su promesa.',
  permission: 'legal.crear',
  seenBy: 'legal.ver',
  most: 500,
  columns: [
    saleColumn,
    {
      key: 'tipo',
      title: 'Tipo',
      aliases: ['que cambia', 'adenda'],
      required: true,
      example: ADDENDUM_KINDS.prorroga,
      hint: 'Qué cambió la adenda.',
      read: () => choiceCell(KINDS),
      choices: () => KINDS.map(({ name }) => name),
    },
    {
      key: 'firmada',
      title: 'Firmada',
      aliases: ['fecha de firma', 'fecha'],
      required: true,
      example: '31/12/2025',
      hint: 'El día en que firmaron todos.',
      read: () => dayCell,
    },
    lineColumn('antes', 'Antes', { most: 300, example: 'A-07', hint: 'Lo que decía la promesa. Vacío en una prórroga.' }), // prettier-ignore
    lineColumn('ahora', 'Ahora', { most: 300, example: 'B-02', hint: 'Lo que dice la adenda. Vacío en una prórroga.', aliases: ['despues'] }), // prettier-ignore
    dayColumn('entrega', 'Nueva entrega', 'Solo de una prórroga: la nueva fecha de entrega.', ['fecha de entrega']), // prettier-ignore
    lineColumn('motivo', 'Motivo', { most: 300, example: 'Lo pidió el cliente', hint: `Vacío: «${REASON}»` }),
  ],

  async load(ctx, lock, rows) {
    const named = [...(await namedSales(ctx, rows, lock)).values()];
    const ids = [0, ...named.map(({ id }) => id)];
    const signed = await ctx.db
      .select({ saleId: promises.saleId, origin: promises.origin, signedOn: promises.signedOn })
      .from(promises)
      .where(and(inArray(promises.saleId, ids), eq(promises.stateId, PROMISE.signed)));
    const there = await ctx.db
      .select()
      .from(addenda)
      .where(and(inArray(addenda.saleId, ids), eq(addenda.stateId, ADDENDUM.signed)));
    return {
      today: panamaDay(ctx.now),
      sales: new Map(
        named.map(({ id, code }) => {
          const promise = signed.find(({ saleId }) => saleId === id);
          return [
            code,
            {
              id,
              promise: promise ? { origin: promise.origin, signedOn: promise.signedOn ?? '' } : null,
              addenda: there.filter(({ saleId }) => saleId === id),
            },
          ];
        }),
      ),
    };
  },

  match(values, { sales, today }): Match {
    const code = saleCode(String(values['precontrato']));
    const sale = sales.get(code);
    if (!sale) return { column: 'Pre-contrato', fault: `no hay una venta ${code} que puedas abrir.` };
    if (!sale.promise)
      return { column: 'Pre-contrato', fault: 'no tiene una promesa firmada: impórtala primero.' };
    if (sale.promise.origin !== 'importada')
      return { column: 'Pre-contrato', fault: 'su promesa se firmó aquí: haz la adenda en la venta.' };
    const day = String(values['firmada']);
    if (day > today) return { column: 'Firmada', fault: 'escribe un día que ya pasó, u hoy.' };
    if (day < sale.promise.signedOn) return { column: 'Firmada', fault: 'es antes de firmarse su promesa.' };
    const { key: kind, name } = KINDS.find(({ id }) => id === Number(values['tipo']))!;
    const fault = whyNotWhole(values, kind);
    if (fault) return fault;
    const next = { ...values, precontrato: code, tipo: name, motivo: values['motivo'] ?? REASON };
    const there = sale.addenda.find((one) => one.kind === kind && one.signedOn === day);
    const known = there && valuesOf(there, code);
    if (known && Object.entries(next).some(([key, value]) => (value ?? null) !== known[key]))
      return {
        column: 'Firmada',
        fault: `la adenda ${there.code} es de ese día y tipo, con otros datos: deshaz la importación que la trajo.`,
      };
    return {
      key: `${code} ${kind} ${day}`,
      label: `${name} · ${code}`,
      existing: there ? { id: there.id, values: known! } : null,
      values: { ...next, _sale: sale.id, _kind: kind },
    };
  },

  async write(ctx, rows) {
    const ids = new Map<number, number>();
    // The newest extension comes last: its day stays.
    for (const { row, values } of rows.toSorted(byDay))
      ids.set(row, await importAddendum(ctx, Number(values['_sale']), importedOf(values)));
    return ids;
  },

  async undo(ctx, rows) {
    const made = await ctx.db
      .select({ id: addenda.id })
      .from(addenda)
      .where(inArray(addenda.id, [0, ...rows.map(({ recordId }) => recordId)]))
      .orderBy(addenda.id);
    for (const { id } of made.toReversed())
      if (!(await takeBackAddendum(ctx, id)))
        return 'Sobre alguna de las adendas se escribió después, o su entrega volvió a cambiar: ya no se deshace.';
    return null;
  },
};

const byDay = (a: { values: RowValues }, b: { values: RowValues }) =>
  String(a.values['firmada']).localeCompare(String(b.values['firmada']));

/** What is missing or too much for a kind of addendum; null when the row is whole. */
function whyNotWhole(values: RowValues, kind: ImportedKind): { column: string; fault: string } | null {
  const extension = kind === 'prorroga';
  if (extension && !values['entrega'])
    return { column: 'Nueva entrega', fault: 'una prórroga dice la nueva fecha.' };
  if (!extension && values['entrega']) return { column: 'Nueva entrega', fault: 'va solo en una prórroga.' };
  for (const [key, column] of [
    ['antes', 'Antes'],
    ['ahora', 'Ahora'],
  ] as const) {
    if (!extension && !values[key]) return { column, fault: 'falta.' };
    if (extension && values[key]) return { column, fault: 'déjala vacía en una prórroga.' };
  }
  return null;
}
