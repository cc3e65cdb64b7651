import { eq, sql, type SQL } from 'drizzle-orm';
import type { AddendumFilter } from '#contract/legal/addenda/model.ts';
import type { AddendumKind } from '#contract/legal/addenda/rules.ts';
import type { Change, EffectLine } from '#contract/legal/addenda/change.ts';
import { offsetOf } from '#contract/paging.ts';
import type { Context } from '#server/kernel/context.ts';
import { anyOf, containing, countUpTo, inOrder, limited, rows, type Db } from '#server/kernel/db.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { soughtPeople } from '#server/modules/sales/sale/search.service.ts';
import { addenda } from './addenda.table.ts';

export interface ListedAddendum {
  id: number;
  code: string;
  kind: AddendumKind;
  stateId: number;
  stateSince: string;
  version: number;
  saleId: number;
  saleCode: string | null;
  saleState: number;
  saleReceivedAt: string | null;
  customer: string;
  projectId: number;
  project: string;
  modelId: number;
  paymentForm: string;
  adviserId: number | null;
  processorId: number | null;
  lawyerId: number | null;
  lawyer: string | null;
  effect: EffectLine[];
  signBy: string | null;
}
type AnyAddendum = typeof addenda.$inferSelect;
/** An addendum that was written here, as opposed to an imported one. */
export type AddendumRow = AnyAddendum & { change: Change; signBy: string };

export const isWritten = (addendum: AnyAddendum): addendum is AddendumRow => addendum.origin === 'generada';

const LISTED = sql.raw(`addenda.id, addenda.code, addenda.kind, addenda.state_id "stateId",
  addenda.state_since "stateSince", addenda.version, addenda.sale_id "saleId", sales.code "saleCode",
  sales.state_id "saleState", sales.received_at "saleReceivedAt", p.name customer, sales.project_id "projectId", r.name project,
  sales.model_id "modelId", sales.payment_form "paymentForm", sales.adviser_id "adviserId",
  sales.processor_id "processorId", sales.lawyer_id "lawyerId", y.name lawyer, addenda.effect,
  addenda.sign_by "signBy"`);
const JOINED = sql.raw(`join sales on sales.id = addenda.sale_id join people p on p.id = sales.person_id
  join projects r on r.id = sales.project_id left join users y on y.id = sales.lawyer_id`);

const ORDER = { id: addenda.id, state_since: addenda.stateSince };

function matching(ctx: Pick<Context, 'staff'>, filter: AddendumFilter): SQL {
  const { estado_id, tipo, proyecto_id, venta_id, q } = filter;
  const people = q ? soughtPeople(q) : null;
  const parts: (SQL | undefined)[] = [
    salesInReach(ctx, 'legal.ver'),
    estado_id && sql`addenda.state_id in ${anyOf(estado_id)}`,
    tipo && sql`addenda.kind = ${tipo}`,
    proyecto_id === undefined ? undefined : sql`sales.project_id = ${proyecto_id}`,
    venta_id === undefined ? undefined : sql`addenda.sale_id = ${venta_id}`,
    q
      ? sql`(addenda.code ilike ${containing(q)} or sales.code ilike ${containing(q)}
          ${people ? sql`or sales.person_id in (${people})` : sql``})`
      : undefined,
  ];
  const given = parts.filter((one) => one !== undefined);
  return given.length > 0 ? sql.join(given, sql` and `) : sql`true`;
}

/** A page of addenda within scope, the newest first, and their total up to COUNT_LIMIT. */
export async function findAddenda(ctx: Pick<Context, 'db' | 'staff'>, filter: AddendumFilter) {
  const where = matching(ctx, filter);
  const found = await rows<ListedAddendum>(
    ctx.db,
    sql`select ${LISTED} from addenda ${JOINED} where ${where}
      order by ${inOrder(filter, ORDER, addenda.id, ['id', 'desc'])} ${limited(filter.per_page, offsetOf(filter))}`,
  );
  const total = await countUpTo(
    ctx.db,
    sql`select from addenda join sales on sales.id = addenda.sale_id where ${where}`,
  );
  return { found, total };
}

/** The addenda of a sale, the newest first. The caller has checked who may see the sale. */
export const addendaOfSale = (db: Db, saleId: number): Promise<ListedAddendum[]> =>
  rows<ListedAddendum>(
    db,
    sql`select ${LISTED} from addenda ${JOINED} where addenda.sale_id = ${saleId} order by addenda.id desc`,
  );

/** One addendum within scope with its listed values; undefined outside it. */
export async function findAddendum(ctx: Pick<Context, 'db' | 'staff'>, id: number) {
  const [listed] = await rows<ListedAddendum>(
    ctx.db,
    sql`select ${LISTED} from addenda ${JOINED}
      where addenda.id = ${id} and ${salesInReach(ctx, 'legal.ver') ?? sql`true`}`,
  );
  if (!listed) return undefined;
  const [addendum] = await ctx.db.select().from(addenda).where(eq(addenda.id, id));
  return addendum && { addendum, listed };
}
