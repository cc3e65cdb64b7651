import { withoutAccents } from '#contract/accents.ts';
import { FIRST_ADDED_ID, wordOf, type Catalog } from '#contract/company/catalogs/catalog.ts';
import { FORM_LIST_NAMES, type FormItem, type FormList } from '#contract/company/catalogs/formLists.ts';
import { CATALOGS } from '#contract/company/catalogs/lists.ts';
import type {
  CatalogItem,
  CatalogItemChange,
  CatalogSummary,
  CatalogUsage,
  NewCatalogItem,
} from '#contract/company/catalogs/model.ts';
import { whyNotGrow } from '#contract/company/catalogs/rules.ts';
import { MODULE_LABELS } from '#contract/access.ts';
import { MESSAGES } from '#contract/errors.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { violatedConstraint, type Db } from '#server/kernel/db.ts';
import { Refused, conflict, invalid, notFound } from '#server/kernel/errors.ts';
import { Prepared } from '#server/kernel/prepared.ts';
import { fieldName } from '#server/kernel/zodErrors.ts';
import { forgetCatalogs, knownItems } from './catalogs.cache.ts';
import { countUses } from './catalogs.uses.ts';
import {
  activeIds,
  allItems,
  countItems,
  insertItem,
  insertSeed,
  lockCatalog,
  lockItem,
  setPositions,
  updateItem,
  type CatalogItemRow,
} from './catalogs.queries.ts';

type Extra = CatalogItemRow['extra'];

/** Inserts the missing rows of every catalog; labels and order that users changed stay. Safe to run at each start. */
export async function seedCatalogs(db: Db): Promise<void> {
  const rows = CATALOGS.flatMap((catalog) =>
    catalog.rows.map(([id, label, extra], at) => ({
      catalog: catalog.name,
      id,
      label,
      extra: catalog.stored.parse(extra ?? {}),
      position: at + 1,
    })),
  );
  await insertSeed(db, rows);
  forgetCatalogs();
}

/** The order of a list: a column of the wire, or `position` (default), the office's order. */
interface Order {
  order_column?: string | undefined;
  order_type?: 'asc' | 'desc' | undefined;
  /** Part of the label, ignoring case and accents. */
  name?: string | undefined;
}

/** Active rows with their catalog's columns; `id`, and the label under the catalog's own column name. */
export async function catalogOptions(db: Db, catalog: Catalog, order: Order = {}) {
  return optionsOf(catalog, await knownItems(db, catalog.name), order);
}

/** Cached responses per array of rows and query; dropped together with the rows. */
const answers = new WeakMap<readonly CatalogItemRow[], Map<string, Prepared>>();

/** The response of a catalog's list call, serialized once for all callers (quality.md: a value list). */
export async function catalogAnswer(
  db: Db,
  catalog: Catalog & Required<Pick<Catalog, 'list'>>,
  order: Order,
): Promise<Prepared> {
  const rows = await knownItems(db, catalog.name);
  const make = () => new Prepared(catalog.list, { data: optionsOf(catalog, rows, order) });
  if (order.name !== undefined) return make();
  const kept = answers.get(rows) ?? new Map<string, Prepared>();
  answers.set(rows, kept);
  const asked = `${order.order_column} ${order.order_type}`;
  const answer = kept.get(asked) ?? make();
  kept.set(asked, answer);
  return answer;
}

function optionsOf(
  catalog: Catalog,
  rows: readonly CatalogItemRow[],
  { order_column, order_type, name }: Order,
) {
  const { prefix } = catalog;
  const options = rows
    .filter(({ archivedAt }) => !archivedAt)
    .map(({ id, label, extra }) => ({
      ...extra,
      id,
      [catalog.label]: prefix ? `${extra[prefix]} ${label}` : label,
    }));
  const sought = name && plain(name);
  const found = sought
    ? options.filter((one) => plain(String(one[catalog.label as keyof typeof one])).includes(sought))
    : options;
  if (order_column && order_column !== 'position') found.sort(by(order_column));
  return order_type === 'desc' ? found.toReversed() : found;
}

const plain = (text: string) => withoutAccents(text.trim()).toLowerCase();

/** The lists that forms offer, archived rows last. */
export async function formItems(db: Db): Promise<Record<FormList, FormItem[]>> {
  const lists = await Promise.all(
    FORM_LIST_NAMES.map(async (name) => {
      const rows = await knownItems(db, name);
      const items = rows.map(({ id, label, extra, archivedAt }): FormItem => {
        const word = extra['name_id'];
        return { id, label, word: typeof word === 'string' ? word : null, archived: archivedAt !== null };
      });
      return [name, items] as const;
    }),
  );
  return Object.fromEntries(lists) as Record<FormList, FormItem[]>;
}

/** Labels by id, including archived rows: for values that records refer to. */
export async function catalogLabels(
  db: Db,
  catalog: Pick<Catalog, 'name'>,
): Promise<ReadonlyMap<number, string>> {
  const rows = await knownItems(db, catalog.name);
  const known = labels.get(rows);
  if (known) return known;
  const made = new Map(rows.map(({ id, label }) => [id, label]));
  labels.set(rows, made);
  return made;
}
/** By the rows, which are the same array until they are read again. */
const labels = new WeakMap<readonly object[], ReadonlyMap<number, string>>();

/** The active row that a form refers to by id, name_id or label, ignoring case (rulings.md 24). */
export async function findCatalogItem(db: Db, catalog: Pick<Catalog, 'name'>, text: string) {
  const said = text.trim().toLocaleLowerCase('es');
  return (await offered(db, catalog)).find(({ id, label, extra }) =>
    [String(id), extra['name_id'], label].some((one) => String(one).toLocaleLowerCase('es') === said),
  );
}

/** Whether a row can be chosen: it exists and is not archived. */
export const isOffered = async (db: Db, catalog: Pick<Catalog, 'name'>, id: number): Promise<boolean> =>
  (await offered(db, catalog)).some((row) => row.id === id);

const offered = async (db: Db, catalog: Pick<Catalog, 'name'>) =>
  (await knownItems(db, catalog.name)).filter(({ archivedAt }) => !archivedAt);

const alphabet = new Intl.Collator('es', { numeric: true });
const by = (column: string) => (a: Record<string, unknown>, b: Record<string, unknown>) =>
  alphabet.compare(String(a[column]), String(b[column]));

/** All catalogs with their numbers of active and archived rows. */
export async function listCatalogs(ctx: Context): Promise<CatalogSummary[]> {
  const counts = new Map((await countItems(ctx.db)).map((one) => [one.name, one]));
  return CATALOGS.map(({ name, title, module, kind }) => {
    const { total, archived } = counts.get(name) ?? { total: 0, archived: 0 };
    return {
      name,
      title,
      module,
      module_label: MODULE_LABELS[module],
      kind,
      active: total - archived,
      archived,
    };
  });
}

/** All rows of a catalog, archived ones last. Raises 404 for an unknown catalog. */
export async function listItems(ctx: Context, name: string): Promise<CatalogItem[]> {
  const rows = await allItems(ctx.db, named(name).name);
  return rows.map(toItem);
}

/** The number of records that use each row; unused rows are left out. Raises 404 for an unknown catalog. */
export async function listUses(ctx: Context, name: string): Promise<CatalogUsage[]> {
  return countUses(ctx.db, named(name));
}

/** Adds a row at the end. Raises CATALOG_FIXED, LABEL_TAKEN. */
export async function addItem(ctx: Context, name: string, input: NewCatalogItem): Promise<CatalogItem> {
  const catalog = named(name);
  refuseFixed(catalog);
  await lockCatalog(ctx.db, name);
  const word: Extra = 'name_id' in catalog.stored.shape ? { name_id: wordOf(input.label) } : {};
  const extra = readExtra(catalog, word, input.extra);
  const row = await labelled(
    insertItem(ctx.db, { catalog: name, label: input.label, extra }, FIRST_ADDED_ID),
  );
  await written(ctx, 'create', row, { label: row.label, extra });
  return toItem(row);
}

/** Changes label or extra columns. Raises CATALOG_FIXED, LABEL_TAKEN, CONFLICT (with the current row). */
export async function changeItem(
  ctx: Context,
  name: string,
  id: number,
  input: CatalogItemChange,
): Promise<CatalogItem> {
  const catalog = named(name);
  const before = (await lockItem(ctx.db, name, id)) ?? missing();
  if (input.version !== undefined && input.version !== before.version)
    throw conflict('CONFLICT', MESSAGES.CONFLICT, toItem(before));
  if (input.extra) refuseFixed(catalog);
  const label = input.label ?? before.label;
  const extra = input.extra ? readExtra(catalog, before.extra, input.extra) : before.extra;
  const row = await labelled(updateItem(ctx.db, name, id, { label, extra, version: before.version + 1 }));
  await written(ctx, 'change', row, {
    from: { label: before.label, extra: before.extra },
    to: { label, extra },
  });
  return toItem(row);
}

/** Reorders the active rows. Raises CONFLICT unless the ids are exactly the active rows. */
export async function orderItems(ctx: Context, name: string, ids: readonly number[]): Promise<CatalogItem[]> {
  named(name);
  await lockCatalog(ctx.db, name);
  const active = await activeIds(ctx.db, name);
  const asked = new Set(ids);
  if (ids.length !== active.length || !active.every((id) => asked.has(id)))
    throw conflict('CONFLICT', MESSAGES.CONFLICT, await listItems(ctx, name));
  await setPositions(ctx.db, name, ids);
  await audit(ctx, 'order', 'catalog', name, { from: active, to: ids });
  ctx.afterCommit(forgetCatalogs);
  return listItems(ctx, name);
}

/** Archives a row; records keep it. Idempotent. Raises CATALOG_FIXED. */
export async function archiveItem(ctx: Context, name: string, id: number): Promise<CatalogItem> {
  refuseFixed(named(name));
  await lockCatalog(ctx.db, name);
  const row = (await lockItem(ctx.db, name, id)) ?? missing();
  return row.archivedAt ? toItem(row) : setArchived(ctx, row, ctx.now);
}

/** Restores an archived row. Raises LABEL_TAKEN when another row took its label meanwhile. */
export async function restoreItem(ctx: Context, name: string, id: number): Promise<CatalogItem> {
  named(name);
  await lockCatalog(ctx.db, name);
  const row = (await lockItem(ctx.db, name, id)) ?? missing();
  return row.archivedAt ? setArchived(ctx, row, null) : toItem(row);
}

async function setArchived(ctx: Context, { catalog, id }: CatalogItemRow, archivedAt: Date | null) {
  const row = await labelled(updateItem(ctx.db, catalog, id, { archivedAt }));
  await written(ctx, archivedAt ? 'archive' : 'restore', row, { label: row.label });
  return toItem(row);
}

const missing = (): never => {
  throw notFound();
};
const named = (name: string): Catalog => CATALOGS.find((one) => one.name === name) ?? missing();

async function written(ctx: Context, action: string, row: CatalogItemRow, data: Record<string, unknown>) {
  await audit(ctx, action, 'catalog_item', `${row.catalog}/${row.id}`, data);
  ctx.afterCommit(forgetCatalogs);
}

function refuseFixed(catalog: Catalog): void {
  const reason = whyNotGrow(catalog);
  if (reason) throw new Refused(422, 'CATALOG_FIXED', reason);
}

/** Merges the sent extra columns into a row's own. name_id cannot change, because links and code use it. */
function readExtra(catalog: Catalog, before: Extra, sent: Extra): Extra {
  if ('name_id' in sent && sent['name_id'] !== before['name_id'])
    throw invalid([{ field: 'extra[name_id]', message: 'Esta palabra no cambia: hay enlaces que la usan.' }]);
  const read = catalog.stored.safeParse({ ...before, ...sent });
  if (read.success) return read.data as Extra;
  throw invalid(
    read.error.issues.map(({ path, message }) => ({ field: fieldName(['extra', ...path]), message })),
  );
}

/** Awaits a write. Raises LABEL_TAKEN at the field when another row has the label. */
async function labelled(write: Promise<CatalogItemRow>): Promise<CatalogItemRow> {
  try {
    return await write;
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (!constraint) throw error;
    const [field, message] =
      constraint === 'catalog_items_code'
        ? ['extra[codigo]', 'Ya hay una fila con este código en la lista. Escribe otro.']
        : ['label', 'Ya hay una fila con este nombre en la lista. Escribe otro.'];
    throw new Refused(409, 'LABEL_TAKEN', message, { errors: [{ field, message }] });
  }
}

const toItem = ({ id, label, extra, position, version, archivedAt }: CatalogItemRow): CatalogItem => ({
  id,
  label,
  extra,
  position,
  version,
  archived_at: archivedAt?.toISOString() ?? null,
});
