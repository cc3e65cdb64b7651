import { eq, sql } from 'drizzle-orm';
import {
  documentDigits,
  DOCUMENT_CODES,
  ISSUED_STATE as S,
  issuedNumber,
} from '#contract/money/issuedInvoices/rules.ts';
import { announce, inTransaction } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';
import { anyOf, idOf, rows } from '#server/kernel/db.ts';
import { Refused } from '#server/kernel/errors.ts';
import type { JobContext } from '#server/kernel/jobs.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { readFeXml } from '#server/modules/money/invoices/feXml.service.ts';
import { writeFeXml, type FiscalDocument } from './feWriter.ts';
import { ENTITY, lockIssued, ofSale, voidIssued, type Issued } from './issue.service.ts';
import { issuedInvoiceLines, issuedInvoices, invoiceSeries } from './issuedInvoices.table.ts';
import { SendIssued } from './names.ts';
import { findDocument, pacOf, PacFault, sendDocument, type PacAnswer } from './pac.client.ts';

/** After this long a worker that took a document is gone; both of its calls end before. */
const TAKEN_MS = 90_000;
const MOST_WAIT_MS = 30 * 60_000;
const backOff = (tries: number) => Math.min(MOST_WAIT_MS, 15_000 * 2 ** Math.min(tries, 8));
/** Documents that one sweep wakes. */
const MOST = 200;

const REMARKS: Readonly<Record<PacFault['kind'], string>> = {
  token: 'El proveedor no acepta la credencial: revisa PAC_TOKEN. Se intenta de nuevo por sí solo.',
  busy: 'El proveedor está ocupado. Se intenta de nuevo por sí solo.',
  silent: 'El proveedor no respondió. Antes de enviar de nuevo se le pregunta por el número.',
};

/**
 * Sends one document. Whoever sends it a second time asks first whether the provider has it: an answer may have been lost, and a
 * number is authorized once.
 */
export async function sendIssued(ctx: JobContext, id: number): Promise<void> {
  const pac = pacOf(ctx.config);
  const taken = pac && (await take(ctx, id));
  if (!taken) return;
  try {
    const known = taken.invoice.attempts > 1 ? await findDocument(pac, nameOf(taken)) : null;
    // A number that was rejected is sent again with what was corrected.
    const answer =
      known?.status === 'authorized'
        ? known
        : await sendDocument(pac, writeFeXml(taken, ctx.config.PAC_AMBIENTE));
    await inTransaction(ctx, (inside) => takeAnswer(inside, id, ofThis(taken, answer)));
  } catch (error) {
    if (!(error instanceof PacFault)) throw error;
    ctx.log.warn({ kind: error.kind, invoice: id }, 'the provider of invoices did not answer');
    await inTransaction(ctx, (inside) => wait(inside, id, error));
  }
}

const ANOTHER: PacAnswer = {
  status: 'rejected',
  errors: [
    {
      code: 'OTRO',
      message:
        'El proveedor tiene autorizado otro documento con este número. Revisa con él la numeración del punto, y anula este.',
    },
  ],
};

/** An authorization counts only for what was asked for: another system may have used the number. */
function ofThis({ invoice, series, company }: FiscalDocument, answer: PacAnswer): PacAnswer {
  if (answer.status !== 'authorized') return answer;
  try {
    const said = readFeXml(Buffer.from(answer.xml));
    const same =
      said.number === issuedNumber({ point: series.point, number: invoice.number }) &&
      said.ruc === company.ruc &&
      said.cufe === answer.cufe &&
      said.totalCents === invoice.totalCents;
    return same ? answer : ANOTHER;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new PacFault('silent', error);
  }
}

const nameOf = ({ invoice, series, company }: FiscalDocument) => ({
  ruc: company.ruc,
  branch: series.branch,
  point: series.point,
  type: DOCUMENT_CODES[invoice.kind],
  number: documentDigits(invoice.number),
});

/** Takes a document for sending; undefined: another worker has it, or it is not its time. */
const take = (ctx: JobContext, id: number): Promise<FiscalDocument | undefined> =>
  inTransaction(ctx, async (inside) => {
    const one = await lockIssued(inside, id);
    if (!one || !isDue(one, inside.now)) return undefined;
    const document = await documentOf(inside, one);
    if (one.correctsId !== null && !document.corrected) return undefined;
    return { ...document, invoice: await noteSent(inside, one) };
  });

/** A document is on its way: from now on the provider may have it. The caller holds its lock. */
export async function noteSent(ctx: Acting, one: Issued): Promise<Issued> {
  const set = {
    stateId: S.sent,
    attempts: one.attempts + 1,
    attemptedAt: ctx.now,
    dueAt: null,
    version: one.stateId === S.sent ? one.version : one.version + 1,
  };
  await ctx.db.update(issuedInvoices).set(set).where(eq(issuedInvoices.id, one.id));
  if (one.stateId !== S.sent)
    await announce(ctx, { record: ENTITY, id: one.id, from: one.stateId, to: S.sent, ...ofSale(one) });
  return { ...one, ...set };
}

function isDue({ stateId, dueAt, attemptedAt }: Issued, now: Date): boolean {
  if (dueAt !== null && dueAt > now) return false;
  if (stateId === S.queued) return true;
  return stateId === S.sent && (dueAt !== null || now.getTime() - (attemptedAt?.getTime() ?? 0) >= TAKEN_MS);
}

/** A document with all that its XML and its CAFE say. */
export async function documentOf({ db }: Pick<Acting, 'db'>, invoice: Issued): Promise<FiscalDocument> {
  const [found] = await db
    .select({
      series: invoiceSeries,
      company: { name: partners.name, ruc: partners.ruc, dv: partners.dv },
    })
    .from(invoiceSeries)
    .innerJoin(partners, eq(partners.id, invoiceSeries.companyId))
    .where(eq(invoiceSeries.id, invoice.seriesId));
  const lines = await db
    .select()
    .from(issuedInvoiceLines)
    .where(eq(issuedInvoiceLines.invoiceId, invoice.id))
    .orderBy(issuedInvoiceLines.position);
  const [corrected] =
    invoice.correctsId === null
      ? []
      : await db
          .select({ cufe: issuedInvoices.cufe, issuedOn: issuedInvoices.issuedOn })
          .from(issuedInvoices)
          .where(eq(issuedInvoices.id, invoice.correctsId));
  return {
    invoice,
    lines,
    ...found!,
    corrected: corrected?.cufe ? { cufe: corrected.cufe, issuedOn: corrected.issuedOn } : null,
  };
}

/** Writes what the provider said of a document that waits for it. */
export async function takeAnswer(ctx: Acting, id: number, answer: PacAnswer): Promise<void> {
  const one = await lockIssued(ctx, id);
  if (one?.stateId !== S.sent) return;
  const to = answer.status === 'authorized' ? S.authorized : S.rejected;
  const said =
    answer.status === 'rejected'
      ? answer.errors.map(({ code, message }) => `${message} (${code})`).join(' ')
      : null;
  await ctx.db
    .update(issuedInvoices)
    .set({
      stateId: to,
      version: one.version + 1,
      dueAt: null,
      remark: said,
      ...(answer.status === 'authorized' && {
        cufe: answer.cufe,
        qr: answer.qr,
        protocol: answer.protocol,
        authorizedAt: new Date(answer.authorized_at),
        xml: answer.xml,
      }),
    })
    .where(eq(issuedInvoices.id, id));
  await announce(ctx, {
    record: ENTITY,
    id,
    from: S.sent,
    to,
    ...(said !== null && { reason: said }),
    ...ofSale(one),
  });
  const credits = await ctx.db.select().from(issuedInvoices).where(eq(issuedInvoices.correctsId, id));
  const waiting = credits.filter(({ stateId }) => stateId === S.queued || stateId === S.rejected);
  if (to === S.authorized) {
    for (const credit of waiting) await ctx.jobs.send(ctx.db, SendIssued, { id: credit.id });
    return;
  }
  // It was taken back while the provider had it: what was never authorized needs no credit note.
  if (one.kind === 'nota_credito' || one.endedOn === null) return;
  for (const credit of waiting) await voidIssued(ctx, credit, 'La factura no se autorizó');
  await voidIssued(ctx, { ...one, stateId: S.rejected, version: one.version + 1 }, 'El ingreso ya no vale');
}

async function wait(ctx: Acting, id: number, { kind }: PacFault): Promise<void> {
  const one = await lockIssued(ctx, id);
  if (one?.stateId !== S.sent) return;
  await ctx.db
    .update(issuedInvoices)
    .set({ remark: REMARKS[kind], dueAt: new Date(ctx.now.getTime() + backOff(one.attempts)) })
    .where(eq(issuedInvoices.id, id));
}

/** Each minute: documents that wait for their time, for a provider, or for a worker that is gone. */
export async function sweepIssued(ctx: Acting): Promise<void> {
  if (!pacOf(ctx.config)) return;
  const due = await rows<{ id: number }>(
    ctx.db,
    sql`select i.id from issued_invoices i left join issued_invoices c on c.id = i.corrects_id
      where i.state_id in ${anyOf([S.queued, S.sent])} and coalesce(i.due_at, ${ctx.now}) <= ${ctx.now}
        and (i.state_id = ${idOf(S.queued)} or i.due_at is not null or i.attempted_at <= ${new Date(ctx.now.getTime() - TAKEN_MS)})
        and (i.corrects_id is null or c.cufe is not null)
      order by i.id limit ${MOST}`,
  );
  for (const { id } of due) await ctx.jobs.send(ctx.db, SendIssued, { id: Number(id) });
}
