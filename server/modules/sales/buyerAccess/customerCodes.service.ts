import { people } from '#server/modules/sales/people/people.table.ts';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { SaleChoice } from '#contract/company/auth/model.ts';
import { CODE_NEEDED } from '#contract/sales/buyerAccess/customerEndpoints.ts';
import { CODE_MINUTES, VERIFIED_MINUTES } from '#contract/company/auth/rules.ts';
import { inTransaction } from '#server/kernel/changes.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Client, Context } from '#server/kernel/context.ts';
import { notFound, Refused, tooMany } from '#server/kernel/errors.ts';
import { confirmedMail, waitToMail } from '#server/kernel/strangers.ts';
import { countAttempt, networkOf, takeBack } from '#server/kernel/throttle.ts';
import { saleBuyers } from '#server/modules/sales/buyers/buyers.table.ts';
import { isUnconfirmed } from '#server/modules/sales/sale/known.scope.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { customerSessionSales } from './buyerAccess.table.ts';
import { codeWayOf, sendCode } from './codeWay.service.ts';
import { issueCodes, tryCode } from '#server/modules/company/auth/codes.service.ts';
import { knownDevice, rememberDevice } from '#server/modules/company/auth/devices.service.ts';
import { wrongCode } from '#server/modules/company/auth/refusals.service.ts';
import { CODE_SEND, CODE_SEND_ADDRESS, CODE_TRY, CODE_TRY_ADDRESS, CODE_TRY_DAY } from './throttles.ts';
import { lostSubjectsOf, saleSubject } from './subjects.ts';

const PURPOSE = 'verify';

/** The customer session, on an endpoint whose access rule guarantees one. */
function clientOf(ctx: Pick<Context, 'client'>): Client {
  if (!ctx.client) throw notFound();
  return ctx.client;
}

/**
 * The chosen sale among those open in this browser, and its co-buyer; without a choice, the only open sale. Raises 404.
 */
async function chooseSale(ctx: Context, { codigo, precontrato_id }: SaleChoice) {
  const { saleIds, sessionId } = clientOf(ctx);
  const found = await ctx.db
    .select({
      id: sales.id,
      code: sales.code,
      buyerId: saleBuyers.id,
      personId: people.id,
      name: people.name,
      email: people.email,
      phone: people.phone,
      stranger: isUnconfirmed(),
    })
    .from(sales)
    .leftJoin(
      customerSessionSales,
      and(eq(customerSessionSales.saleId, sales.id), eq(customerSessionSales.sessionId, sessionId)),
    )
    .leftJoin(saleBuyers, eq(saleBuyers.id, customerSessionSales.buyerId))
    .innerJoin(people, eq(people.id, sql`coalesce(${saleBuyers.personId}, ${sales.personId})`))
    .where(
      and(
        inArray(sales.id, [...saleIds]),
        codigo ? eq(sales.code, codigo) : undefined,
        precontrato_id === undefined ? undefined : eq(sales.id, precontrato_id),
      ),
    );
  const [sale] = found;
  if (!sale || found.length > 1) throw notFound();
  return sale;
}

/**
 * A code belongs to one sale, one buyer and one browser: another browser with the same sale can neither use it nor
 * spend its attempts.
 */
const subjectOf = ({ id, buyerId }: { id: number; buyerId: number | null }, { sessionId }: Client) =>
  `sale:${id}:${sessionId}${buyerId === null ? '' : `:${buyerId}`}`;

/** The page with the code form, for browsers without JavaScript. */
const pageOf = ({ code, id }: { code: string | null; id: number }) => `/clientes/siguiente/${code ?? id}`;

/** Sends the code and returns a sentence that says where it went. Raises 404, 429. */
export async function sendCustomerCode(
  ctx: Context,
  choice: SaleChoice,
): Promise<{ success: string; redirect: string }> {
  const sale = await chooseSale(ctx, choice);
  const known = await knownDevice(ctx, saleSubject(sale.id));
  if (!known) await countAttempt(ctx, CODE_SEND_ADDRESS, networkOf(ctx.ip));
  await countAttempt(ctx, CODE_SEND, known ?? sale.id);
  if (sale.stranger && sale.email) await requireRoom(ctx, sale.email);
  await inTransaction(ctx, async (inside) => {
    const [code] = await issueCodes(inside, subjectOf(sale, clientOf(ctx)), PURPOSE, [
      { contact: sale.email ?? sale.phone },
    ]);
    await sendCode(inside, sale, code!);
    await audit(inside, 'code_sent', 'precontrato', sale.id, { way: codeWayOf(sale) });
  });
  return { success: whereItWent(sale), redirect: `${pageOf(sale)}?codigo=enviado` };
}

const whereItWent = (contact: { email: string | null }) =>
  codeWayOf(contact) === 'correo'
    ? `Te enviamos un código de 6 números a ${masked(contact.email ?? '')}. Sirve ${CODE_MINUTES} minutos.`
    : `Pide a tu asesor el código de 6 números que preparamos para ti. Sirve ${CODE_MINUTES} minutos.`;

/** The sentence on the page after the code of a sale was sent. */
export const codeSentText = async (ctx: Context, saleId: number): Promise<string> =>
  whereItWent(await chooseSale(ctx, { precontrato_id: saleId }));

/** Limits codes to an unconfirmed address, whoever asks; codes already sent stay valid. Raises 429. */
async function requireRoom(ctx: Context, mail: string): Promise<void> {
  const seconds = await waitToMail(ctx, mail, 'code');
  if (seconds === 0) return;
  const minutes = Math.ceil(seconds / 60);
  throw tooMany(
    seconds,
    `A ese correo ya le enviamos varios mensajes. Usa el último código que te llegó, o pide otro dentro de ${minutes} ${minutes === 1 ? 'minuto' : 'minutos'}.`,
  );
}

/** A person whose email or phone a code confirmed, and the person's own sales in this browser. */
export interface ProvedContact {
  personId: number;
  saleIds: number[];
  contact: string;
}

/**
 * Verifies the sale in this browser for 30 minutes; returns the end and the next page. `proved` runs in the same
 * transaction and handles the confirmed email or phone. Raises 404, 422 CODE at `clave`, 429.
 */
export async function takeCustomerCode(
  ctx: Context,
  { clave, ...choice }: SaleChoice & { clave: string },
  proved: (inside: Context, contact: ProvedContact) => Promise<void>,
): Promise<{ until: Date; redirect: string }> {
  const sale = await chooseSale(ctx, choice);
  const client = clientOf(ctx);
  const known = await knownDevice(ctx, saleSubject(sale.id));
  if (!known) await countAttempt(ctx, CODE_TRY_ADDRESS, networkOf(ctx.ip));
  await countAttempt(ctx, CODE_TRY, known ?? sale.id);
  await countAttempt(ctx, CODE_TRY_DAY, known ?? sale.id);
  const opens = await tryCode(ctx, subjectOf(sale, client), PURPOSE, clave);
  if (!opens) throw wrongCode('clave');
  const { contact } = opens;
  return inTransaction(ctx, async (inside) => {
    const until = await verifyHere(inside, client, [sale.id]);
    await rememberDevice(inside, [saleSubject(sale.id), ...(await lostSubjectsOf(inside, [sale.personId]))]);
    await audit(inside, 'code_confirmed', 'precontrato', sale.id);
    if (contact !== undefined)
      await proved(inside, {
        personId: sale.personId,
        saleIds: await ownHere(inside, client),
        contact,
      });
    if (sale.stranger) await confirmedMail(inside);
    for (const rule of [CODE_SEND_ADDRESS, CODE_TRY_ADDRESS]) await takeBack(inside, rule, networkOf(ctx.ip));
    return { until, redirect: pageOf(sale) };
  });
}

/** The sales that are open in a browser as their main buyer. */
async function ownHere(ctx: Pick<Context, 'db'>, { sessionId, saleIds }: Client): Promise<number[]> {
  const found = await ctx.db
    .select({ id: customerSessionSales.saleId })
    .from(customerSessionSales)
    .where(
      and(
        eq(customerSessionSales.sessionId, sessionId),
        inArray(customerSessionSales.saleId, [...saleIds]),
        isNull(customerSessionSales.buyerId),
      ),
    );
  return found.map(({ id }) => id);
}

/** Marks sales open in this browser as verified, which allows the actions that need a code. */
export async function verifyHere(
  ctx: Pick<Context, 'db' | 'now'>,
  { sessionId }: Pick<Client, 'sessionId'>,
  saleIds: readonly number[],
): Promise<Date> {
  const verifiedUntil = new Date(ctx.now.getTime() + VERIFIED_MINUTES * 60_000);
  await ctx.db
    .update(customerSessionSales)
    .set({ verifiedUntil })
    .where(
      and(eq(customerSessionSales.sessionId, sessionId), inArray(customerSessionSales.saleId, [...saleIds])),
    );
  return verifiedUntil;
}

/**
 * Requires a one-time code before a customer sees identity documents again, signs a later document or changes the
 * phone. Raises 403 CODE_NEEDED unless a code for this sale was entered in this browser in the last 30 minutes.
 * `orSubmittedHere`: the browser that sent the form signs the pre-contract without a code (rulings 11). Raises 404 if
 * the sale is not open here.
 */
export async function requireVerified(
  ctx: Pick<Context, 'db' | 'now' | 'client'>,
  saleId: number,
  { orSubmittedHere = false } = {},
): Promise<void> {
  const { client } = ctx;
  if (!client?.saleIds.includes(saleId)) throw notFound();
  const until = client.verifiedUntil.get(saleId);
  if (until && until > ctx.now) return;
  if (orSubmittedHere && (await submittedHere(ctx, client, saleId))) return;
  throw new Refused(403, CODE_NEEDED, 'Para continuar, confirma que eres tú con un código de 6 números.');
}

async function submittedHere(
  ctx: Pick<Context, 'db'>,
  { sessionId }: Client,
  saleId: number,
): Promise<boolean> {
  const found = await ctx.db
    .select({ submitted: customerSessionSales.submitted, buyerId: customerSessionSales.buyerId })
    .from(customerSessionSales)
    .where(and(eq(customerSessionSales.sessionId, sessionId), eq(customerSessionSales.saleId, saleId)));
  // The form is always sent as the main buyer.
  return found[0]?.buyerId === null && found[0].submitted;
}

/** ana.perez@correo.com → a•••@c•••.com */
const masked = (email: string) => email.replace(/^(.)[^@]*@(.).*?(\.[^.]*)?$/, '$1•••@$2•••$3');
