import { people } from '#server/modules/sales/people/people.table.ts';
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { documentKey } from '#contract/identity.ts';
import { inTransaction } from '#server/kernel/changes.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { invalid } from '#server/kernel/errors.ts';
import { rows, type Db } from '#server/kernel/db.ts';
import { waitToMail } from '#server/kernel/strangers.ts';
import { countAttempt, networkOf } from '#server/kernel/throttle.ts';
import { confirmedNow } from '#server/modules/sales/sale/known.scope.ts';
import { LostLink } from './buyerAccess.jobs.names.ts';
import { sendCode } from './codeWay.service.ts';
import { issueCodes, tryCode } from '#server/modules/company/auth/codes.service.ts';
import { knownDevice, rememberDevice } from '#server/modules/company/auth/devices.service.ts';
import { verifyHere } from './customerCodes.service.ts';
import { openSalesFromOutside } from './customerSession.service.ts';
import { wrongCode } from '#server/modules/company/auth/refusals.service.ts';
import { CODE_SEND, CODE_SEND_ADDRESS, CODE_TRY, CODE_TRY_ADDRESS, CODE_TRY_DAY } from './throttles.ts';
import { lostSubject, lostSubjectsOf, saleSubject } from './subjects.ts';

const PURPOSE = 'lost_link';
/** Maximum number of people per request. More than a family behind one phone is a mistake or an attack. */
const CODES_MAX = 5;

interface Lost {
  /** E.164 */
  celular?: string | undefined;
  cedula?: string | undefined;
}

/** The answer to whoever asks for a code: the same whether a purchase was found or not. */
export const LOST_LINK_CODE_SENT =
  'Si encontramos una compra con esos datos, te enviamos un código de 6 números al correo que nos diste; sin correo, tu asesor te lo da. Escríbelo aquí abajo; sirve 10 minutos.';

/** The typed phone or number in a normalized form. Raises 422 without either. */
function lostKey({ celular, cedula }: Lost): string {
  if (celular) return celular;
  if (cedula) return documentKey('cedula', cedula);
  throw invalid([{ field: 'celular', message: 'Escribe tu celular o tu cédula.' }]);
}

/**
 * The key of codes and attempts. A browser known to belong to this person has its own key, so nobody else can use up
 * its codes or attempts (finding A8).
 */
async function subjectOf(ctx: Context, lost: Lost): Promise<{ subject: string; known: boolean }> {
  const base = lostSubject(ctx, lostKey(lost));
  const device = await knownDevice(ctx, base);
  return { subject: device ?? base, known: device !== null };
}

/** SQL: the person is the buyer or a co-buyer of a sale. */
const buysAlong = sql`exists (select from sale_buyers b where b.person_id = ${people.id} and b.role = 'comprador')`;
const buys = sql`(exists (select from sales s where s.person_id = ${people.id}) or ${buysAlong})`;

/**
 * Order: buyers with a sent pre-contract before those with only a draft, then the oldest first. So invented drafts
 * cannot push a real buyer out.
 */
const buyersFirst = [
  desc(
    sql`(exists (select from sales s where s.person_id = ${people.id} and s.code is not null) or ${buysAlong})`,
  ),
  asc(people.id),
];

/** SQL: the person appears only in forms that visitors filled in, and has confirmed nothing. */
const stranger = sql<boolean>`(not ${confirmedNow()} and not exists (
  select from sales s where s.person_id = ${people.id} and s.started_by is null) and not ${buysAlong})`;

const mayGetCode = async (ctx: Pick<Context, 'db' | 'now'>, mail: string) =>
  (await waitToMail(ctx, mail, 'code')) === 0;

/** Condition: people with this phone, or with this document number of any type. */
const matching = ({ celular, cedula = '' }: Lost) =>
  celular
    ? eq(people.phone, celular)
    : inArray(
        people.documentKey,
        (['cedula', 'pasaporte', 'ruc'] as const).map((type) => documentKey(type, cedula)),
      );

/**
 * "Perdí mi enlace": requests a code to the stored contact. The same statements run for known and unknown people, and a
 * job is enqueued; only the job makes the difference. Raises 422, 429.
 */
export async function sendLostLinkCode(ctx: Context, lost: Lost): Promise<void> {
  const { subject, known } = await subjectOf(ctx, lost);
  if (!known) await countAttempt(ctx, CODE_SEND_ADDRESS, networkOf(ctx.ip));
  await countAttempt(ctx, CODE_SEND, subject);
  const found = await ctx.db
    .select({ id: people.id })
    .from(people)
    .where(and(matching(lost), buys))
    .orderBy(...buyersFirst)
    .limit(50);
  await ctx.jobs.send(ctx.db, LostLink, { subject, personIds: found.map(({ id }) => id) });
}

/**
 * The work of the job. A code opens only the sales of people with exactly the contact that it was sent to: a person who
 * typed another's phone or number into their own form gets a code only for that form.
 */
export async function sendLostLinkCodes(
  ctx: Pick<Context, 'db' | 'now' | 'jobs' | 'mail' | 'sign'>,
  { subject, personIds }: { subject: string; personIds: readonly number[] },
): Promise<void> {
  if (personIds.length === 0) return;
  const buyers = await ctx.db
    .select({ id: people.id, name: people.name, email: people.email, phone: people.phone, stranger })
    .from(people)
    .where(and(inArray(people.id, [...personIds]), buys))
    .orderBy(...buyersFirst);
  const contacts = Map.groupBy(buyers, ({ email, phone }) => email?.toLowerCase() ?? phone);
  const groups = [...contacts.values()].slice(0, CODES_MAX);
  if (groups.length === 0) return;
  const codes = await issueCodes(
    ctx,
    subject,
    PURPOSE,
    groups.map((group) => ({ personIds: group.map(({ id }) => id) })),
  );
  for (const [at, group] of groups.entries()) {
    const { email } = group[0]!;
    const room = !email || group.some(({ stranger: typed }) => !typed) || (await mayGetCode(ctx, email));
    if (room) await sendCode(ctx, group[0]!, codes[at]!);
  }
}

/** Opens the person's sales in this browser as verified; returns the next page. Raises 422 CODE at `clave`, 429. */
export async function confirmLostLinkCode(
  ctx: Context,
  { clave, ...lost }: Lost & { clave: string },
): Promise<string> {
  const { subject, known } = await subjectOf(ctx, lost);
  if (!known) await countAttempt(ctx, CODE_TRY_ADDRESS, networkOf(ctx.ip));
  await countAttempt(ctx, CODE_TRY, subject);
  await countAttempt(ctx, CODE_TRY_DAY, subject);
  const opens = await tryCode(ctx, subject, PURPOSE, clave);
  if (!opens?.personIds) throw wrongCode('clave');
  const { personIds } = opens;
  const found = await salesOf(ctx.db, personIds);
  const saleIds = found.map(({ saleId }) => saleId);
  await inTransaction(ctx, async (inside) => {
    const client = await openSalesFromOutside(inside, found);
    await verifyHere(inside, client, saleIds);
    const theirs = await lostSubjectsOf(inside, personIds);
    await rememberDevice(inside, [...saleIds.map(saleSubject), ...theirs]);
    for (const saleId of saleIds) await audit(inside, 'opened_by_code', 'precontrato', saleId);
  });
  const [only] = found;
  return found.length === 1 && only
    ? `/clientes/siguiente/${only.code ?? only.saleId}`
    : '/clientes/siguiente';
}

/** The sales of people, as main buyer before as co-buyer, newest first. */
const salesOf = (db: Db, personIds: readonly number[]) =>
  rows<{ saleId: number; code: string | null; buyerId: number | null }>(
    db,
    sql`select distinct on (id) id "saleId", code, buyer_id "buyerId" from (
        select s.id, s.code, null::bigint buyer_id from sales s where s.person_id = any(${sql.param([...personIds])}::bigint[])
        union all select s.id, s.code, b.id from sale_buyers b join sales s on s.id = b.sale_id
          where b.person_id = any(${sql.param([...personIds])}::bigint[]) and b.role = 'comprador'
      ) own order by id desc, buyer_id nulls first`,
  );
