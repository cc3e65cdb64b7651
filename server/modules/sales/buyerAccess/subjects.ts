import { sql } from 'drizzle-orm';
import { documentKey } from '#contract/identity.ts';
import type { Context } from '#server/kernel/context.ts';
import { rows } from '#server/kernel/db.ts';

/** Keys for codes and known browsers: a sale, or a typed phone or number. */
export const saleSubject = (saleId: number) => `sale:${saleId}`;

/**
 * A hash of the phone (E.164) or identity number typed in "perdí mi enlace": most of the typed values belong to no
 * customer.
 */
export const lostSubject = (ctx: Pick<Context, 'sign'>, key: string) =>
  `lost:${ctx.sign('lost-link').sign(key)}`;

/**
 * The phones and identity numbers that belong only to these people. A value that other people share does not identify
 * anyone.
 */
export async function lostSubjectsOf(
  ctx: Pick<Context, 'db' | 'sign'>,
  personIds: readonly number[],
): Promise<string[]> {
  const found = await rows<{ phone: string | null; number: string | null }>(
    ctx.db,
    sql`select case when not exists (select from people o where o.phone = p.phone and ${others(personIds)}) then p.phone end phone,
        case when not exists (select from people o where o.document_key = p.document_key and ${others(personIds)})
          then p.document_number end number
      from people p where p.id = any(${sql.param([...personIds])}::bigint[])`,
  );
  return found
    .flatMap(({ phone, number }) => [phone, number && documentKey('cedula', number)])
    .flatMap((key) => (key ? [lostSubject(ctx, key)] : []));
}
const others = (personIds: readonly number[]) => sql`o.id <> all(${sql.param([...personIds])}::bigint[])`;
