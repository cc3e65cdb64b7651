import { Readable } from 'node:stream';
import { eq, sql, type SQL } from 'drizzle-orm';
import {
  BANK_MAIL_FILE,
  TEXT_MAX,
  type BankMail,
  type BankMailFilter,
  type BankMailState,
  type Match,
} from '#contract/banking/bankMail/model.ts';
import { documentKey } from '#contract/identity.ts';
import { offsetOf } from '#contract/paging.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { countUpTo, limited, newestFirst, row, rows } from '#server/kernel/db.ts';
import { conflict, invalid, notFound, Refused } from '#server/kernel/errors.ts';
import type { UploadedFile } from '#server/kernel/files.ts';
import { sha256 } from '#server/kernel/secrets.ts';
import { thread, ThreadEnded, turns } from '#server/kernel/thread.ts';
import { addFile, fileUrl } from '#server/modules/company/files/files.service.ts';
import { notify } from '#server/modules/company/notifications/notify.service.ts';
import { inProgress } from '#server/modules/sales/sale/standing.service.ts';
import { saleInReachOf } from '#server/modules/sales/people/people.scope.ts';
import { bankMails } from './bankMail.table.ts';
import type { ParsedMail } from './mailWorker.ts';

const parse = thread<Uint8Array, ParsedMail>(new URL('mailWorker.ts', import.meta.url), {
  seconds: 10,
  megabytes: 256,
});
const inTurn = turns({
  atOnce: 1,
  waiting: 20,
  busy: 'Llegan muchos correos a la vez. Inténtalo en unos segundos.',
});

const kept = (text: string, most: number) =>
  text.replaceAll('\u0000', '').slice(0, most).toWellFormed().trim();

/**
 * Takes a raw mail in: read in a thread with limits, its files checked by their bytes, laid in its sale by the code or the
 * cédula that it names. Raises 422 for one that cannot be read. Returns its id; the same mail again gives the same one.
 */
export async function takeMail(ctx: Context, raw: Uint8Array): Promise<number> {
  const mail = await inTurn(() => parse(raw)).catch((error: unknown) => {
    if (error instanceof ThreadEnded)
      throw invalid([{ field: 'raw', message: 'Ese correo no se puede leer.' }]);
    throw error;
  });
  const fingerprint = sha256(mail.messageId || raw);
  return ctx.transaction(async (inside) => {
    const known = await row<{ id: number }>(
      inside.db,
      sql`select id from bank_mails where fingerprint = ${fingerprint}`,
    );
    return known?.id ?? store(inside, mail, fingerprint);
  });
}

async function store(ctx: Context, mail: ParsedMail, fingerprint: string): Promise<number> {
  const found = await saleNamedIn(ctx, mail);
  const [made] = await ctx.db
    .insert(bankMails)
    .values({
      fingerprint,
      from: kept(mail.from, 300),
      subject: kept(mail.subject, 300),
      text: kept(mail.text, TEXT_MAX),
      state: found ? 'asignado' : 'por_asignar',
      saleId: found?.id ?? null,
      match: found?.match ?? null,
      bankId: await bankOf(ctx, mail.from),
      receivedAt: ctx.now,
    })
    .onConflictDoNothing()
    .returning();
  // The same mail at the same moment.
  if (!made)
    return (await row<{ id: number }>(
      ctx.db,
      sql`select id from bank_mails where fingerprint = ${fingerprint}`,
    ))!.id;
  const owner = { reference: 'correo_banco', referenceId: made.id, sensitive: true };
  for (const file of await filesOf(ctx, mail)) await addFile(ctx, owner, file);
  await announce(ctx, {
    record: 'correo_banco',
    id: made.id,
    verb: 'recibido',
    ...(found && { of: ['precontrato', found.id] as const }),
  });
  if (found)
    await notify(ctx, {
      kind: 'solicitud_respondida',
      to: [found.processorId],
      text: `Llegó un correo de un banco sobre ${found.code}.`,
      url: `/oficina/solicitudes-bancarias/correos?precontrato_id=${found.id}`,
      event: `correo_banco:${made.id}`,
    });
  return made.id;
}

/** Attachments of the accepted kinds; the others are left out. */
async function filesOf(ctx: Context, { files }: ParsedMail): Promise<UploadedFile[]> {
  const accepted: UploadedFile[] = [];
  for (const { name, bytes } of files.slice(0, BANK_MAIL_FILE.maxCount)) {
    const stream = Readable.from([Buffer.from(bytes)]);
    const file = await ctx.files
      .receive({ field: 'raw', name, stream }, BANK_MAIL_FILE)
      .catch((error: unknown) => {
        if (error instanceof Refused && (error.status === 422 || error.status === 413)) return null;
        throw error;
      });
    if (file) accepted.push(file);
  }
  return accepted;
}

interface Named {
  id: number;
  code: string;
  processorId: number | null;
  match: Match;
}

/** The sale of the one code that a mail names, else of the one cédula. Several different ones: a colleague decides. */
async function saleNamedIn(ctx: Context, { to, subject, text }: ParsedMail): Promise<Named | null> {
  const said = `${to} ${subject} ${text.slice(0, TEXT_MAX)}`.toUpperCase();
  const codes = [...new Set(said.match(/\bPC-\d{4}-\d{5,9}\b/g))].slice(0, 20);
  const keys = [...new Set(said.match(/\b(?:\d{1,2}|PE|E|N|\d{1,2}-?AV|\d{1,2}-?PI)-\d{1,4}-\d{1,6}\b/g))]
    .slice(0, 20)
    .map((number) => documentKey('cedula', number));
  const one = async (where: SQL, match: Match): Promise<Named | null> => {
    const found = await rows<Omit<Named, 'match'>>(
      ctx.db,
      sql`select s.id, s.code, s.processor_id "processorId" from sales s where s.code is not null and ${where} limit 2`,
    );
    return found.length === 1 ? { ...found[0]!, match } : null;
  };
  if (codes.length > 0) return one(sql`s.code = any(${sql.param(codes)}::text[])`, 'codigo');
  if (keys.length === 0) return null;
  return one(
    sql`${inProgress(sql`s.state_id`)} and exists (select from people p where p.document_key = any(${sql.param(keys)}::text[])
      and (p.id = s.person_id or exists (select from sale_buyers b where b.sale_id = s.id and b.person_id = p.id)))`,
    'cedula',
  );
}

/** The bank whose executive has the address; a forged one only names a bank wrongly. */
async function bankOf(ctx: Context, from: string): Promise<number | null> {
  const address = /[\w.+-]+@[\w.-]+/.exec(from)?.[0];
  if (!address) return null;
  const found = await row<{ bankId: number }>(
    ctx.db,
    sql`select b.bank_id "bankId" from bank_executives e join project_banks b on b.id = e.project_bank_id where e.email = ${address} limit 1`,
  );
  return found?.bankId ?? null;
}

/** Condition over `b`: the mails of sales in reach; those of no sale for who sees all. */
const inReach = (ctx: Pick<Context, 'staff'>, permission: 'tramites.ver' | 'tramites.editar'): SQL =>
  sql`(exists (select from sales s where s.id = b.sale_id and ${saleInReachOf(ctx, permission)})
    or (b.sale_id is null and ${scopeOf(ctx, permission)?.scope === 'todo'}))`;

type Found = Omit<BankMail, 'files'> & { files: { id: string; name: string }[] };
const columns = sql`b.id, b."from", b.subject, b.text, b.received_at, b.state, b.match, b.version,
  (select json_build_object('id', s.id, 'code', s.code, 'buyer', p.name) from sales s join people p on p.id = s.person_id where s.id = b.sale_id) sale,
  (select c.label from catalog_items c where c.catalog = 'bank_type' and c.id = b.bank_id) bank,
  coalesce((select json_agg(json_build_object('id', f.id, 'name', f.name) order by f.created_at, f.id) from files f
    where f.reference = 'correo_banco' and f.reference_id = b.id), '[]') files`;
const present = (ctx: Context, found: Found): BankMail => ({
  ...found,
  received_at: new Date(found.received_at).toISOString(),
  files: found.files.map(({ id, name }) => ({ id, name, url: fileUrl(ctx, id) })),
});

export async function findMails(ctx: Context, filter: BankMailFilter) {
  const { estado, precontrato_id: saleId } = filter;
  const where = sql`${inReach(ctx, 'tramites.ver')} and ${estado ? sql`b.state = ${estado}` : sql`true`}
    and ${saleId === undefined ? sql`true` : sql`b.sale_id = ${saleId}`}`;
  const found = await rows<Found>(
    ctx.db,
    sql`select ${columns} from bank_mails b where ${where} order by ${newestFirst(sql`b.id`, filter)} ${limited(filter.per_page, offsetOf(filter))}`,
  );
  return {
    found: found.map((one) => present(ctx, one)),
    total: await countUpTo(ctx.db, sql`select from bank_mails b where ${where}`),
  };
}

/** Whether the caller may open a mail's files. */
export const mayOpenMail = async (ctx: Context, id: number): Promise<boolean> =>
  (await row(
    ctx.db,
    sql`select from bank_mails b where b.id = ${id} and ${inReach(ctx, 'tramites.ver')}`,
  )) !== undefined;

async function decide(
  ctx: Context,
  id: number,
  version: number,
  set: { state: BankMailState; saleId: number | null; match: Match | null },
): Promise<BankMail> {
  const before = await row<{ version: number }>(
    ctx.db,
    sql`select b.version from bank_mails b where b.id = ${id} and ${inReach(ctx, 'tramites.editar')} for no key update of b`,
  );
  if (!before) throw notFound();
  if (before.version !== version) throw conflict('STALE', undefined, { version: before.version });
  await ctx.db
    .update(bankMails)
    .set({ ...set, version: version + 1 })
    .where(eq(bankMails.id, id));
  await announce(ctx, {
    record: 'correo_banco',
    id,
    verb: set.state,
    ...(set.saleId !== null && { of: ['precontrato', set.saleId] as const }),
  });
  await audit(ctx, set.saleId === null ? 'descartar' : 'asignar', 'correo_banco', id, { saleId: set.saleId });
  return present(
    ctx,
    (await row<Found>(ctx.db, sql`select ${columns} from bank_mails b where b.id = ${id}`))!,
  );
}

/** Lays a mail in the sale of a code. Raises 404, 409 STALE, 422 at `codigo`. */
export async function assign(
  ctx: Context,
  id: number,
  asked: { version: number; codigo: string },
): Promise<BankMail> {
  const sale = await row<{ id: number }>(
    ctx.db,
    sql`select s.id from sales s where s.code = ${asked.codigo} and ${saleInReachOf(ctx, 'tramites.editar')}`,
  );
  if (!sale) throw invalid([{ field: 'codigo', message: 'No hay una venta tuya con ese código.' }]);
  return decide(ctx, id, asked.version, { state: 'asignado', saleId: sale.id, match: 'mano' });
}

/** Raises 404, 409 STALE. */
export const discard = (ctx: Context, id: number, version: number): Promise<BankMail> =>
  decide(ctx, id, version, { state: 'descartado', saleId: null, match: null });
