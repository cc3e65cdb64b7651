import { and, inArray } from 'drizzle-orm';
import { departments, priorities, ticketCategories } from '#contract/company/catalogs/ticketLists.ts';
import { panamaDay } from '#contract/dates.ts';
import { cellText, choiceCell, dayCell, textCell } from '#contract/overview/imports/cells.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { importTicket, takeBackTicket } from '#server/modules/care/tickets/imported.service.ts';
import { tickets } from '#server/modules/care/tickets/tickets.table.ts';
import { catalogLabels, isOffered } from '#server/modules/company/catalogs/catalogs.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import type { ImportColumn, ImportKind } from './kind.ts';
import { saleCode, saleColumn } from './named.ts';

interface Choice {
  id: number;
  name: string;
}
interface Known {
  today: string;
  sales: ReadonlyMap<string, number>;
  /** By sale, title and day. */
  there: ReadonlyMap<string, typeof tickets.$inferSelect>;
  departments: Choice[];
  categories: Choice[];
  priorities: Choice[];
}

const keyOf = (saleId: number, title: string, day: string) => `${saleId} ${day} ${title.toLowerCase()}`;

async function offered(ctx: Context, list: typeof departments | typeof priorities | typeof ticketCategories) {
  const found: Choice[] = [];
  for (const [id, name] of await catalogLabels(ctx.db, list))
    if (await isOffered(ctx.db, list, id)) found.push({ id, name });
  return found;
}

const choice = (
  key: string,
  title: string,
  example: string,
  hint: string,
  of: (known: Known) => Choice[],
): ImportColumn<Known> => ({
  key,
  title,
  aliases: [],
  required: true,
  example,
  hint,
  read: (known) => choiceCell(of(known)),
  choices: (known) => of(known).map(({ name }) => name),
});

/** Tickets of buyers that are open when the company moves in. */
export const ticketsImport: ImportKind<Known> = {
  name: 'tickets',
  title: 'Tickets abiertos',
  text: 'Trae lo que los clientes ya pidieron y sigue abierto: sus plazos corren desde el día en que lo pidieron.',
  permission: 'tickets.crear',
  seenBy: 'tickets.ver',
  most: 500,
  columns: [
    saleColumn,
    {
      key: 'titulo',
      title: 'Título',
      aliases: ['asunto', 'que pasa'],
      required: true,
      example: 'Gotea el fregador',
      hint: 'Qué pasa, en pocas palabras.',
      read: () => textCell(120),
    },
    {
      key: 'detalle',
      title: 'Detalle',
      aliases: ['descripcion'],
      required: false,
      example: 'Gotea desde la semana pasada.',
      hint: 'Lo que dijo el cliente.',
      read: () => textCell(4000),
    },
    choice('departamento', 'Departamento', 'Post-venta', 'Quién lo atiende.', (known) => known.departments),
    choice('categoria', 'Categoría', 'Plomería', 'De qué trata.', (known) => known.categories),
    choice('prioridad', 'Prioridad', 'Media', 'Cuánto urge.', (known) => known.priorities),
    {
      key: 'abierto',
      title: 'Abierto',
      aliases: ['fecha', 'desde'],
      required: true,
      example: '31/12/2025',
      hint: 'El día en que el cliente lo pidió.',
      read: () => dayCell,
    },
  ],

  async load(ctx, lock, rows) {
    const codes = rows.map((row) => saleCode(cellText(row['precontrato'] ?? null))).filter(Boolean);
    const reach = scopeOf(ctx, 'tickets.crear');
    const query = ctx.db
      .select({ id: sales.id, code: sales.code })
      .from(sales)
      .where(
        and(
          inArray(sales.code, [...new Set(codes), '']),
          reach?.scope === 'sus_proyectos' ? inArray(sales.projectId, [...reach.projectIds, 0]) : undefined,
        ),
      )
      .orderBy(sales.id);
    const named = await (lock ? query.for('no key update') : query);
    const there = await ctx.db
      .select()
      .from(tickets)
      .where(inArray(tickets.saleId, [...named.map(({ id }) => id), 0]));
    return {
      today: panamaDay(ctx.now),
      sales: new Map(named.map(({ id, code }) => [code ?? '', id])),
      there: new Map(there.map((one) => [keyOf(one.saleId!, one.title, panamaDay(one.createdAt)), one])),
      departments: await offered(ctx, departments),
      categories: await offered(ctx, ticketCategories),
      priorities: await offered(ctx, priorities),
    };
  },

  match(values, known) {
    const code = saleCode(String(values['precontrato']));
    const saleId = known.sales.get(code);
    if (saleId === undefined)
      return { column: 'Pre-contrato', fault: `no hay una venta ${code} que puedas abrir.` };
    const [title, day] = [String(values['titulo']), String(values['abierto'])];
    if (title.length < 3) return { column: 'Título', fault: 'escribe qué pasa en pocas palabras.' };
    if (day > known.today) return { column: 'Abierto', fault: 'escribe un día que ya pasó, u hoy.' };
    const ids = [Number(values['departamento']), Number(values['categoria']), Number(values['prioridad'])];
    const nameIn = (list: readonly Choice[], id: number | undefined) =>
      list.find((one) => one.id === id)?.name ?? null;
    const next = {
      ...values,
      precontrato: code,
      departamento: nameIn(known.departments, ids[0]),
      categoria: nameIn(known.categories, ids[1]),
      prioridad: nameIn(known.priorities, ids[2]),
    };
    const key = keyOf(saleId, title, day);
    const there = known.there.get(key);
    if (
      there &&
      (there.departmentId !== ids[0] ||
        there.categoryId !== ids[1] ||
        there.priorityId < ids[2]! ||
        there.description !== String(values['detalle'] ?? ''))
    )
      return { column: 'Título', fault: 'ese ticket ya está aquí: cámbialo en su página.' };
    return {
      key,
      label: `${title} · ${code}`,
      existing: there ? { id: there.id, values: next } : null,
      values: { ...next, _sale: saleId, _department: ids[0]!, _category: ids[1]!, _priority: ids[2]! },
    };
  },

  async write(ctx, rows) {
    const ids = new Map<number, number>();
    for (const { row, values } of rows)
      ids.set(
        row,
        await importTicket(ctx, Number(values['_sale']), {
          title: String(values['titulo']),
          description: String(values['detalle'] ?? ''),
          departmentId: Number(values['_department']),
          categoryId: Number(values['_category']),
          priorityId: Number(values['_priority']),
          openedOn: String(values['abierto']),
        }),
      );
    return ids;
  },

  async undo(ctx, rows) {
    for (const { recordId } of rows)
      if (!(await takeBackTicket(ctx, recordId)))
        return 'Alguno de los tickets se trabajó después: ciérralo en su página.';
    return null;
  },
};
