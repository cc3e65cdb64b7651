import { eq, sql, type SQL } from 'drizzle-orm';
import type { PromiseFilter } from '#contract/legal/promises/model.ts';
import { PROMISE } from '#contract/legal/promises/rules.ts';
import { offsetOf } from '#contract/paging.ts';
import type { Context } from '#server/kernel/context.ts';
import { anyOf, countUpTo, inOrder, limited, rows, type Db } from '#server/kernel/db.ts';
import { ownCounsel } from '#server/modules/legal/counsel/counsel.scope.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { soughtPeople } from '#server/modules/sales/sale/search.service.ts';
import { promises } from './promises.table.ts';

/** A row of the list, with what the rules need of its sale. */
export interface ListedPromise {
  id: number;
  code: string;
  round: number;
  stateId: number;
  stateSince: string;
  version: number;
  saleId: number;
  saleCode: string | null;
  saleState: number;
  customer: string;
  projectId: number;
  project: string;
  model: string;
  lot: string | null;
  lawyerId: number | null;
  lawyer: string | null;
  adviserId: number | null;
  processorId: number | null;
  priceCents: number;
  deliveryOn: string | null;
  signBy: string | null;
  deviates: boolean;
  rejectedReason: string | null;
}

const LISTED = sql.raw(`promises.id, promises.code, promises.round, promises.state_id "stateId",
  promises.state_since "stateSince", promises.version, promises.sale_id "saleId", sales.code "saleCode",
  sales.state_id "saleState", coalesce(promises.frozen -> 'buyers' -> 0 ->> 'name', p.name) customer,
  sales.project_id "projectId", r.name project, m.name model,
  coalesce(promises.frozen -> 'house' ->> 'lot', l.name) lot, sales.lawyer_id "lawyerId", y.name lawyer,
  sales.adviser_id "adviserId", sales.processor_id "processorId", promises.price_cents "priceCents",
  promises.delivery_on "deliveryOn", promises.sign_by "signBy", promises.deviates,
  promises.rejected_reason "rejectedReason"`);
const JOINED = sql.raw(`join sales on sales.id = promises.sale_id join people p on p.id = sales.person_id
  join projects r on r.id = sales.project_id join house_models m on m.id = sales.model_id
  left join users y on y.id = sales.lawyer_id
  left join lot_claims c on c.sale_id = sales.id and c.released_at is null left join lots l on l.id = c.lot_id`);

/** States in which Legal has to act, and in which the signers have. */
export const LEGAL_TURN = [PROMISE.draft, PROMISE.inReview, PROMISE.approved] as const;

const ORDER = {
  id: promises.id,
  state_since: promises.stateSince,
  sign_by: promises.signBy,
  price_centavos: promises.priceCents,
};

function matching(ctx: Pick<Context, 'staff'>, filter: PromiseFilter): SQL {
  const { estado_id, proyecto_id, abogado_id, turno, venta_id, q } = filter;
  const people = q ? soughtPeople(q) : null;
  const parts: (SQL | undefined)[] = [
    salesInReach(ctx, 'legal.ver'),
    estado_id && sql`promises.state_id in ${anyOf(estado_id)}`,
    proyecto_id === undefined ? undefined : sql`sales.project_id = ${proyecto_id}`,
    abogado_id === undefined
      ? undefined
      : abogado_id === 0
        ? sql`sales.lawyer_id is null`
        : sql`sales.lawyer_id = ${abogado_id}`,
    venta_id === undefined ? undefined : sql`promises.sale_id = ${venta_id}`,
    turno === 'firmantes' ? sql`promises.state_id = ${sql.raw(String(PROMISE.signing))}` : undefined,
    turno === 'legal' || turno === 'mio' ? sql`promises.state_id in ${anyOf(LEGAL_TURN)}` : undefined,
    turno === 'mio' ? ownCounsel(ctx, 'legal.crear') : undefined,
    q
      ? sql`(promises.code ilike ${`${q.replace(/[\\%_]/g, '\\$&')}%`} or sales.code ilike ${`%${q.replace(/[\\%_]/g, '\\$&')}`}
          ${people ? sql`or sales.person_id in (${people})` : sql``})`
      : undefined,
  ];
  const given = parts.filter((one) => one !== undefined);
  return given.length > 0 ? sql.join(given, sql` and `) : sql`true`;
}

/** A page of promises within scope, the newest first, and their total up to COUNT_LIMIT. */
export async function findPromises(ctx: Pick<Context, 'db' | 'staff'>, filter: PromiseFilter) {
  const where = matching(ctx, filter);
  const found = await rows<ListedPromise>(
    ctx.db,
    sql`select ${LISTED} from promises ${JOINED} where ${where}
      order by ${inOrder(filter, ORDER, promises.id, ['id', 'desc'])} ${limited(filter.per_page, offsetOf(filter))}`,
  );
  const total = await countUpTo(
    ctx.db,
    sql`select from promises join sales on sales.id = promises.sale_id where ${where}`,
  );
  return { found, total };
}

/** The promises of a sale, the newest round first. The caller has checked who may see the sale. */
export const promisesOfSale = (db: Db, saleId: number): Promise<ListedPromise[]> =>
  rows<ListedPromise>(
    db,
    sql`select ${LISTED} from promises ${JOINED} where promises.sale_id = ${saleId} order by promises.round desc`,
  );

/** One promise within scope, with its listed values; undefined outside it. */
export async function findPromise(ctx: Pick<Context, 'db' | 'staff'>, id: number) {
  const [listed] = await rows<ListedPromise>(
    ctx.db,
    sql`select ${LISTED} from promises ${JOINED}
      where promises.id = ${id} and ${salesInReach(ctx, 'legal.ver') ?? sql`true`}`,
  );
  if (!listed) return undefined;
  const [promise] = await ctx.db.select().from(promises).where(eq(promises.id, id));
  return promise && { promise, listed };
}
