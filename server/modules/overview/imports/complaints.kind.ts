import { and, inArray } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { COMPLAINT_KINDS, COMPLAINT_LABELS, COMPLAINT, type ComplaintKind } from '#contract/legal/complaints/rules.ts'; // prettier-ignore
import { cellText, choiceCell, dayCell, textCell } from '#contract/overview/imports/cells.ts';
import {
  importComplaint,
  takeBackComplaint,
  type ImportedComplaint,
} from '#server/modules/legal/complaints/imported.service.ts';
import { complaints } from '#server/modules/legal/complaints/complaints.table.ts';
import type { ImportKind, RowValues } from './kind.ts';
import { dayColumn, namedSales, saleCode, saleColumn, textOf, type NamedSale } from './named.ts';

type Row = typeof complaints.$inferSelect;
interface Known {
  today: string;
  sales: ReadonlyMap<string, NamedSale>;
  byNumber: ReadonlyMap<string, Row>;
}

const KINDS = Object.entries(COMPLAINT_KINDS).map(([key, name], at) => ({ id: at + 1, name, key: key as ComplaintKind })); // prettier-ignore
const STATES = Object.entries(COMPLAINT_LABELS).map(([id, name]) => ({ id: Number(id), name }));
/** States that the papers, the answer and the end came before. */
const ASKED: readonly number[] = [COMPLAINT.asked, COMPLAINT.extended, COMPLAINT.answered, COMPLAINT.won, COMPLAINT.unsupported]; // prettier-ignore
const ANSWERED: readonly number[] = [COMPLAINT.answered, COMPLAINT.won];
const RESOLVED: readonly number[] = [COMPLAINT.won, COMPLAINT.lost, COMPLAINT.unsupported, COMPLAINT.dropped];
const DAYS = [
  ['presentado', 'Presentado'],
  ['pedido', 'Documentos pedidos'],
  ['respondido', 'Respondido'],
  ['resuelto', 'Resuelto'],
] as const;

const valuesOf = (one: Row, code: string): RowValues => ({
  precontrato: code,
  numero: one.number,
  tipo: COMPLAINT_KINDS[one.kind],
  estado: COMPLAINT_LABELS[one.stateId] ?? null,
  detalle: one.detail,
  presentado: one.filedOn,
  pedido: one.askedOn,
  respondido: one.answeredOn,
  resuelto: one.resolvedOn,
});

const importedOf = (values: RowValues): ImportedComplaint => ({
  stateId: Number(values['_state']),
  kind: String(values['_kind']) as ComplaintKind,
  number: String(values['numero']),
  detail: String(values['detalle']),
  filedOn: String(values['presentado']),
  askedOn: textOf(values, 'pedido'),
  answeredOn: textOf(values, 'respondido'),
  resolvedOn: textOf(values, 'resuelto'),
});

/** Complaints before ACODECO that run, or ran, when the company moves in. */
export const complaintsImport: ImportKind<Known> = {
  name: 'complaints',
  title: 'Reclamos ACODECO',
  text: 'Trae los reclamos de compradores ante ACODECO con sus fechas: sus plazos siguen donde van.',
  permission: 'legal.crear',
  seenBy: 'legal.ver',
  most: 500,
  columns: [
    saleColumn,
    {
      key: 'numero',
      title: 'Expediente',
      aliases: ['numero', 'no expediente', 'numero de expediente'],
      required: true,
      example: 'RE-2026-1187',
      hint: 'El número del expediente en ACODECO.',
      read: () => textCell(40),
    },
    {
      key: 'tipo',
      title: 'Qué reclama',
      aliases: ['tipo', 'motivo'],
      required: true,
      example: COMPLAINT_KINDS.entrega,
      hint: 'De qué trata el reclamo.',
      read: () => choiceCell(KINDS),
      choices: () => KINDS.map(({ name }) => name),
    },
    {
      key: 'estado',
      title: 'Estado',
      aliases: ['etapa'],
      required: true,
      example: COMPLAINT_LABELS[COMPLAINT.asked]!,
      hint: 'En qué va.',
      read: () => choiceCell(STATES),
      choices: () => STATES.map(({ name }) => name),
    },
    {
      key: 'detalle',
      title: 'Detalle',
      aliases: ['descripcion'],
      required: true,
      example: 'Reclama la fecha de entrega.',
      hint: 'Qué dice el cliente.',
      read: () => textCell(2000),
    },
    {
      key: 'presentado',
      title: 'Presentado',
      aliases: ['fecha', 'fecha de presentacion'],
      required: true,
      example: '31/12/2025',
      hint: 'El día en que el cliente lo presentó.',
      read: () => dayCell,
    },
    dayColumn('pedido', 'Documentos pedidos', 'El día en que ACODECO pidió los documentos: desde ahí corre el plazo.'), // prettier-ignore
    dayColumn('respondido', 'Respondido', 'El día en que la empresa respondió.'),
    dayColumn('resuelto', 'Resuelto', 'El día en que terminó.'),
  ],

  async load(ctx, lock, rows) {
    const named = await namedSales(ctx, rows, lock);
    const numbers = [...new Set(rows.map(({ numero }) => cellText(numero ?? null)).filter(Boolean))];
    const query = ctx.db
      .select()
      .from(complaints)
      .where(and(inArray(complaints.number, [...numbers, ''])));
    const found = await (lock ? query.for('no key update') : query);
    return {
      today: panamaDay(ctx.now),
      sales: named,
      byNumber: new Map(found.map((one) => [one.number ?? '', one])),
    };
  },

  match(values, { today, sales, byNumber }) {
    const code = saleCode(String(values['precontrato']));
    const sale = sales.get(code);
    if (!sale) return { column: 'Pre-contrato', fault: `no hay una venta ${code} que puedas abrir.` };
    const state = STATES.find(({ id }) => id === Number(values['estado']))!;
    const kind = KINDS.find(({ id }) => id === Number(values['tipo']))!;
    for (const [column, key, states] of [
      ['Documentos pedidos', 'pedido', ASKED],
      ['Respondido', 'respondido', ANSWERED],
      ['Resuelto', 'resuelto', RESOLVED],
    ] as const)
      if (states.includes(state.id) && !values[key])
        return { column, fault: 'falta para el estado en que va.' };
    let before = '';
    for (const [key, column] of DAYS) {
      const day = textOf(values, key);
      if (day && day > today) return { column, fault: 'escribe un día que ya pasó, u hoy.' };
      if (day && day < before) return { column, fault: 'es antes del paso anterior.' };
      before = day ?? before;
    }
    const there = byNumber.get(String(values['numero']));
    const next = { ...values, precontrato: code, estado: state.name, tipo: kind.name };
    const known = there && valuesOf(there, code);
    if (
      there &&
      (there.saleId !== sale.id ||
        Object.entries(next).some(([key, value]) => (value ?? null) !== known?.[key]))
    )
      // prettier-ignore
      return { column: 'Expediente', fault: 'ese expediente ya está aquí: cámbialo en su página.' };
    return {
      key: String(values['numero']),
      label: `${String(values['numero'])} · ${code}`,
      existing: there ? { id: there.id, values: known! } : null,
      values: { ...next, _sale: sale.id, _state: state.id, _kind: kind.key },
    };
  },

  async write(ctx, rows) {
    const ids = new Map<number, number>();
    for (const { row, values } of rows)
      ids.set(row, await importComplaint(ctx, Number(values['_sale']), importedOf(values)));
    return ids;
  },

  async undo(ctx, rows) {
    for (const { recordId } of rows)
      if (!(await takeBackComplaint(ctx, recordId)))
        return 'Alguno de los reclamos se trabajó después: ciérralo en su página.';
    return null;
  },
};
