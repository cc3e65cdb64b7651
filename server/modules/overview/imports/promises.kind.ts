import { and, eq, inArray } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { LIVE_PROMISES, PROMISE } from '#contract/legal/promises/rules.ts';
import { dayCell, textCell } from '#contract/overview/imports/cells.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import {
  correctImported,
  importPromise,
  removeImported,
  type ImportedPromise,
} from '#server/modules/legal/promises/imported.service.ts';
import { promises } from '#server/modules/legal/promises/promises.table.ts';
import type { ImportKind, RowValues } from './kind.ts';
import { namedSales, saleCode, saleColumn, textOf } from './named.ts';
import { changedSince } from './reach.ts';

interface Live {
  id: number;
  code: string;
  origin: string;
  stateId: number;
  signedOn: string | null;
  deliveryOn: string | null;
  motherFinca: string | null;
  locationCode: string | null;
}
interface Known {
  today: string;
  /** The sales that the caller may write promises for, by code. */
  sales: ReadonlyMap<string, { id: number; stateId: number; live: Live | null }>;
}

/** Sales whose promise is or may be signed: with a complete file or letter, and those that went on. */
const FITTING: readonly number[] = [
  SALE.complete,
  SALE.promiseLetter,
  SALE.promiseSigned,
  SALE.inDeed,
  SALE.registered,
  SALE.disbursed,
  SALE.delivered,
];

const valuesOf = (one: Live, code: string): RowValues => ({
  precontrato: code,
  firmada: one.signedOn,
  entrega: one.deliveryOn,
  finca_madre: one.motherFinca,
  codigo_ubicacion: one.locationCode,
});

const importedOf = (values: RowValues): ImportedPromise => ({
  signedOn: String(values['firmada']),
  deliveryOn: textOf(values, 'entrega'),
  motherFinca: textOf(values, 'finca_madre'),
  locationCode: textOf(values, 'codigo_ubicacion'),
});

/** Promises that were signed before the company moved in. */
export const promisesImport: ImportKind<Known> = {
  name: 'promises',
  title: 'Promesas firmadas',
  text: 'Trae las promesas de compraventa que ya se firmaron en papel. La venta que todavía la esperaba pasa a Promesa firmada.',
  permission: 'legal.crear',
  seenBy: 'legal.ver',
  most: 500,
  columns: [
    saleColumn,
    {
      key: 'firmada',
      title: 'Firmada',
      aliases: ['fecha de firma', 'fecha'],
      required: true,
      example: '31/12/2025',
      hint: 'El día en que firmaron todos.',
      read: () => dayCell,
    },
    {
      key: 'entrega',
      title: 'Entrega pactada',
      aliases: ['entrega', 'fecha de entrega'],
      required: false,
      example: '30/06/2027',
      hint: 'La fecha de entrega que dice la promesa. Después cambia solo por adenda.',
      read: () => dayCell,
    },
    {
      key: 'finca_madre',
      title: 'Finca madre',
      aliases: ['finca'],
      required: false,
      example: '30123456',
      hint: 'Si la promesa la dice.',
      read: () => textCell(40),
    },
    {
      key: 'codigo_ubicacion',
      title: 'Código de ubicación',
      aliases: ['codigo de ubicacion', 'ubicacion'],
      required: false,
      example: '8001',
      hint: 'Si la promesa lo dice.',
      read: () => textCell(20),
    },
  ],

  async load(ctx, lock, rows) {
    const found = [...(await namedSales(ctx, rows, lock)).values()];
    const live = await ctx.db
      .select({
        saleId: promises.saleId,
        id: promises.id,
        code: promises.code,
        origin: promises.origin,
        stateId: promises.stateId,
        signedOn: promises.signedOn,
        deliveryOn: promises.deliveryOn,
        motherFinca: promises.motherFinca,
        locationCode: promises.locationCode,
      })
      .from(promises)
      .where(
        and(
          inArray(promises.saleId, [...found.map(({ id }) => id), 0]),
          inArray(promises.stateId, [...LIVE_PROMISES]),
        ),
      );
    return {
      today: panamaDay(ctx.now),
      sales: new Map(
        found.map(({ id, code, stateId }) => [
          code,
          { id, stateId, live: live.find(({ saleId }) => saleId === id) ?? null },
        ]),
      ),
    };
  },

  match(values, { sales: known, today }) {
    const code = saleCode(String(values['precontrato']));
    const sale = known.get(code);
    if (!sale) return { column: 'Pre-contrato', fault: `no hay una venta ${code} que puedas abrir.` };
    if (!FITTING.includes(sale.stateId))
      return { column: 'Pre-contrato', fault: 'su venta todavía no puede tener una promesa firmada.' };
    const { live } = sale;
    if (live && (live.origin !== 'importada' || live.stateId !== PROMISE.signed))
      return { column: 'Pre-contrato', fault: `ya tiene la promesa ${live.code}, hecha en la oficina.` };
    if (String(values['firmada']) > today)
      return { column: 'Firmada', fault: 'escribe un día que ya pasó, u hoy.' };
    return {
      key: code,
      label: code,
      existing: live ? { id: live.id, values: valuesOf(live, code) } : null,
      values: { ...values, precontrato: code, _sale: sale.id },
    };
  },

  async write(ctx, rows) {
    const ids = new Map<number, number>();
    for (const { row, existingId, values } of rows) {
      if (existingId === null)
        ids.set(row, await importPromise(ctx, Number(values['_sale']), importedOf(values)));
      else {
        await correctImported(ctx, existingId, importedOf(values));
        ids.set(row, existingId);
      }
    }
    return ids;
  },

  async undo(ctx, rows) {
    const made = rows.filter((one) => one.made).map(({ recordId }) => recordId);
    for (const { recordId, changes } of rows.filter((one) => !one.made)) {
      const [there] = await ctx.db.select().from(promises).where(eq(promises.id, recordId));
      if (
        !there ||
        changedSince(valuesOf(there, String(changes['precontrato']?.[1] ?? '')), withoutCode(changes))
      )
        return 'Alguna de las promesas se cambió después: corrígela en su página.';
      const before = Object.fromEntries(
        Object.entries(withoutCode(changes)).map(([key, [value]]) => [key, value]),
      );
      await correctImported(ctx, recordId, importedOf({ ...valuesOf(there, ''), ...before }));
    }
    return made.length === 0 || (await removeImported(ctx, made))
      ? null
      : 'Alguna venta pasó a Promesa firmada con esta importación: ya no se deshace.';
  },
};

const withoutCode = <V>(changes: Record<string, V>) =>
  Object.fromEntries(Object.entries(changes).filter(([key]) => key !== 'precontrato'));
