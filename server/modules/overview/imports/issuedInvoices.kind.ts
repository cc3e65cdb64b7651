import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { readDocument } from '#contract/identity.ts';
import { MOST_CENTS, moneyText } from '#contract/money.ts';
import { issuedNumber, itbmsOf, RECEIVERS, type ReceiverType } from '#contract/money/issuedInvoices/rules.ts';
import { choiceCell, dayCell, moneyCell, textCell } from '#contract/overview/imports/cells.ts';
import { rows } from '#server/kernel/db.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { importIssued, removeImportedIssued } from '#server/modules/money/issuedInvoices/imported.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import type { CellValue } from '#contract/overview/imports/cells.ts';
import type { ImportKind } from './kind.ts';

interface Choice {
  id: number;
  name: string;
}
interface Known {
  today: string;
  companies: Choice[];
  sales: ReadonlyMap<string, { id: number; projectId: number }>;
  /** Company, branch and number, and CUFE, of what is there. */
  taken: ReadonlySet<string>;
  /** Sales whose delivery has its invoice. */
  invoiced: ReadonlySet<number>;
}

const optional = { required: false } as const;
const TYPES = Object.entries(RECEIVERS).map(([key, name], at) => ({ id: at + 1, key, name }));
const RATES = [0, 700, 1000, 1500];
const show = (value: CellValue) => (typeof value === 'number' ? moneyText(value) : '');
const amount = (least: number) => () =>
  moneyCell({ min: least, max: MOST_CENTS, fault: 'escribe un monto válido.' });

/** Invoices that another system issued and the DGI authorized: one per row. */
export const issuedInvoicesImport: ImportKind<Known> = {
  name: 'issuedInvoices',
  title: 'Facturas ya emitidas',
  text: 'Trae las facturas electrónicas que otro sistema emitió y la DGI autorizó: una fila por factura. La de una venta evita que su entrega se facture otra vez, y el punto de emisión sigue después del número más alto.',
  permission: 'contabilidad.crear',
  seenBy: 'contabilidad.ver',
  most: 20_000,
  columns: [
    { key: 'empresa', title: 'Empresa', aliases: ['promotora', 'emisor'], required: true, example: 'Promotora Valle Sereno, S.A.', hint: 'La que la emitió.', read: ({ companies }) => choiceCell(companies), choices: ({ companies }) => companies.map(({ name }) => name) },
    { key: 'sucursal', title: 'Sucursal', aliases: [], required: true, example: '0000', hint: 'Cuatro dígitos.', read: () => textCell(4) },
    { key: 'punto', title: 'Punto', aliases: ['punto de facturacion'], required: true, example: '001', hint: 'Tres dígitos.', read: () => textCell(3) },
    { key: 'numero', title: 'Número', aliases: ['factura'], required: true, example: '0000000041', hint: 'Con ceros o sin ellos.', read: () => textCell(10) },
    { key: 'cufe', title: 'CUFE', aliases: [], required: true, example: 'FE0120000155612345-2-2015-5900002026110100000000410010115467890123', hint: 'Como lo dio la DGI.', read: () => textCell(120) },
    { key: 'fecha', title: 'Fecha', aliases: ['emitida'], required: true, example: '15/10/2026', hint: 'De emisión.', read: () => dayCell },
    { key: 'tipo', title: 'Tipo de cliente', aliases: [], ...optional, example: 'Consumidor final', hint: 'Vacío: consumidor final.', read: () => choiceCell(TYPES), choices: () => TYPES.map(({ name }) => name) },
    { key: 'cliente', title: 'Cliente', aliases: ['receptor'], required: true, example: 'Lía Mora', hint: 'Nombre o razón social.', read: () => textCell(160) },
    { key: 'documento', title: 'Documento', aliases: ['cedula', 'ruc'], ...optional, example: '8-712-4567', hint: 'Cédula, RUC o pasaporte.', read: () => textCell(40) },
    { key: 'concepto', title: 'Concepto', aliases: ['descripcion'], required: true, example: 'Vivienda con su lote', hint: 'Qué se cobró.', read: () => textCell(200) },
    { key: 'subtotal', title: 'Subtotal', aliases: ['monto'], required: true, example: '82,500.00', hint: 'Sin ITBMS.', read: amount(1), show },
    { key: 'itbms', title: 'ITBMS', aliases: [], ...optional, example: '0.00', hint: 'Vacío: exento.', read: amount(0), show },
    { key: 'venta', title: 'Venta', aliases: ['precontrato', 'codigo'], ...optional, example: 'PC-2026-00012', hint: 'La venta cuya entrega factura.', read: () => textCell(20) },
  ], // prettier-ignore

  async load({ db, now }) {
    const companies = await db
      .select({ id: partners.id, name: partners.name })
      .from(partners)
      .where(and(eq(partners.kind, 'contratante'), isNull(partners.archivedAt)))
      .orderBy(asc(partners.name), asc(partners.id));
    const coded = await db
      .select({ id: sales.id, code: sales.code, projectId: sales.projectId })
      .from(sales)
      .where(sql`${sales.code} is not null`);
    const there = await rows<{ place: string; cufe: string | null; sale: number | null }>(
      db,
      sql`select concat_ws(' ', s.company_id, s.branch, s.point, i.number) place, i.cufe,
          case when i.event = 'entrega.venta' and i.ended_on is null then i.sale_id end sale
        from issued_invoices i join invoice_series s on s.id = i.series_id`,
    );
    return {
      today: panamaDay(now),
      companies,
      sales: new Map(coded.map(({ id, code, projectId }) => [code!.toUpperCase(), { id, projectId }])),
      taken: new Set(there.flatMap(({ place, cufe }) => [place, ...(cufe === null ? [] : [cufe])])),
      invoiced: new Set(there.flatMap(({ sale }) => (sale === null ? [] : [Number(sale)]))),
    };
  },

  match(values, known) {
    const text = (key: string) => String(values[key] ?? '').trim();
    if (!/^\d{4}$/.test(text('sucursal'))) return { column: 'Sucursal', fault: 'son cuatro dígitos.' };
    if (!/^\d{3}$/.test(text('punto'))) return { column: 'Punto', fault: 'son tres dígitos.' };
    const number = /^\d{1,10}$/.test(text('numero')) ? Number(text('numero')) : 0;
    if (number < 1 || number > 2_000_000_000) return { column: 'Número', fault: 'es un número del 1 en adelante.' };
    if (text('fecha') > known.today) return { column: 'Fecha', fault: 'la fecha no puede ser futura.' };
    const place = [values['empresa'], text('sucursal'), text('punto'), number].join(' ');
    if (known.taken.has(place)) return { column: 'Número', fault: 'ese número ya está en ese punto.' };
    if (known.taken.has(text('cufe'))) return { column: 'CUFE', fault: 'ya hay una factura con ese CUFE.' };
    const type = (TYPES.find(({ id }) => id === values['tipo'])?.key ?? 'cedula') as ReceiverType;
    if (text('documento') !== '' && !readDocument(type, text('documento'), 999_999))
      return { column: 'Documento', fault: 'no es un número de ese tipo.' };
    const subtotal = Number(values['subtotal']);
    const itbms = Number(values['itbms'] ?? 0);
    const rate = RATES.find((one) => Math.abs(itbmsOf(subtotal, one) - itbms) <= 1);
    if (rate === undefined) return { column: 'ITBMS', fault: 'no es el 0, 7, 10 o 15 % del subtotal.' };
    const sale = text('venta') === '' ? null : known.sales.get(text('venta').toUpperCase());
    if (sale === undefined) return { column: 'Venta', fault: 'no hay una venta con ese código.' };
    if (sale && known.invoiced.has(sale.id)) return { column: 'Venta', fault: 'la entrega de esa venta ya tiene factura.' };
    return {
      key: place,
      label: `${issuedNumber({ point: text('punto'), number })} · ${text('cliente')}`,
      existing: null,
      values: { ...values, _number: number, _type: type, _rate: rate, _sale: sale?.id ?? null, _project: sale?.projectId ?? null },
    };
  }, // prettier-ignore

  async write(ctx, list) {
    const made = new Map<number, number>();
    for (const { row, values } of list) {
      const text = (key: string) => String(values[key] ?? '').trim();
      const [, document = '', dv = ''] = /^(.*?)(?:\s+DV\s*(\d{1,2}))?$/i.exec(text('documento')) ?? [];
      const id = await importIssued(ctx, {
        companyId: Number(values['empresa']),
        branch: text('sucursal'),
        point: text('punto'),
        number: Number(values['_number']),
        cufe: text('cufe'),
        issuedOn: text('fecha'),
        receiver: {
          receiver_type: values['_type'] as ReceiverType,
          receiver_name: text('cliente'),
          receiver_document: document,
          receiver_dv: dv === '' ? '' : dv.padStart(2, '0'),
          receiver_address: '',
          receiver_email: '',
        },
        concept: text('concepto'),
        subtotalCents: Number(values['subtotal']),
        itbmsCents: Number(values['itbms'] ?? 0),
        rate: Number(values['_rate']),
        sale:
          values['_sale'] === null
            ? null
            : { id: Number(values['_sale']), projectId: Number(values['_project']) },
      });
      made.set(row, id);
    }
    return made;
  },

  async undo(ctx, list) {
    const ids = list.map(({ recordId }) => recordId).toSorted((a, b) => a - b);
    return (await removeImportedIssued(ctx, ids)) ? null : 'Alguna de las facturas cambió: ya no se deshace.';
  },
};
