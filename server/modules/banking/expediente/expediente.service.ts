import { buffer } from 'node:stream/consumers';
import { inArray } from 'drizzle-orm';
import sharp from 'sharp';
import { ZipFile } from 'yazl';
import { withoutAccents } from '#contract/accents.ts';
import { NO_DATA_CONSENT } from '#contract/banking/applications/applicationRules.ts';
import { panamaDay, showDay } from '#contract/dates.ts';
import { APPLICATION } from '#contract/company/catalogs/states.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { conflict, forbidden, notFound, Refused, transitionRefused } from '#server/kernel/errors.ts';
import { safeName } from '#server/kernel/files.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { thread, ThreadEnded, turns } from '#server/kernel/thread.ts';
import { reaches, salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { bankName } from '#server/modules/banking/applications/notices.service.ts';
import { findApplication } from '#server/modules/banking/applications/reading.service.ts';
import { matrixFor } from '#server/modules/banking/applications/facts.service.ts';
import { lastDay, TAKEN, type BankPaper } from '#server/modules/banking/applications/matrix.service.ts';
import { bankTransfers } from './expediente.table.ts';

/** The address holds for the session that asked, so long. */
const GOOD_FOR_MS = 10 * 60_000;
/** One PDF is put together in memory; more goes as ZIP, which streams. */
const PDF_BYTES = 60 * 1_048_576;
/** Longest edge of a picture on a page, in pixels: sharp on paper, and no bomb. */
const PICTURE_EDGE = 2000;

export const signatureOf = (id: number, session: string, until: number) => `${id}.${session}.${until}`;

/**
 * Chooses what leaves for the bank of an application, in its order, and writes it into the register: only approved papers that are
 * in force, income papers only for who may open them. Raises 404, 409 NO_CONSENT, 413, 422 where there is nothing to send.
 */
export async function prepareExpediente(ctx: Context, id: number, format: 'pdf' | 'zip') {
  const found = await findApplication(ctx.db, id, salesInReach(ctx, 'tramites.editar'));
  if (!found) throw notFound();
  const { application, sale } = found;
  // Who works at the banks does not by that open the papers.
  if (!reaches(ctx, 'documentos.ver', sale)) throw forbidden();
  if (application.stateId >= APPLICATION.rejected && application.stateId !== APPLICATION.letterExpired)
    throw transitionRefused('La solicitud ya terminó: no se entregan más documentos a ese banco.');
  const matrix = await matrixFor(ctx, found, [application]);
  const consentId = matrix.consents.get('datos');
  if (consentId === undefined) throw conflict('NO_CONSENT', NO_DATA_CONSENT);

  const income = reaches(ctx, 'documentos.ingresos', sale);
  const today = panamaDay(ctx.now);
  const taken: (BankPaper & { fileId: string; shown: string })[] = [];
  const leftOut: string[] = [];
  for (const one of matrix.asked.get(application.bankId) ?? []) {
    const papers = matrix.papers.filter(({ typeId }) => typeId === one.typeId);
    const ready = papers.filter(
      (paper): paper is BankPaper & { fileId: string } =>
        paper.fileId !== null &&
        TAKEN.includes(paper.stateId) &&
        (lastDay(paper, one.maxAgeDays) ?? today) >= today &&
        (paper.privacy !== 'ingresos' || income),
    );
    taken.push(...ready.map((paper) => ({ ...paper, shown: paper.position > 0 ? paper.label : one.label })));
    if (one.required && ready.length === 0) leftOut.push(one.label);
  }
  if (taken.length === 0)
    throw transitionRefused('Ningún documento está aprobado y vigente para este banco.');
  const weight = taken.reduce((sum, { size }) => sum + (size ?? 0), 0);
  if (format === 'pdf' && weight > PDF_BYTES)
    throw new Refused(413, 'TOO_LARGE', 'El expediente pesa demasiado para un solo PDF. Descárgalo en ZIP.');

  const [made] = await ctx.db
    .insert(bankTransfers)
    .values({
      saleId: sale.id,
      applicationId: id,
      bankId: application.bankId,
      format,
      papers: taken.map(({ typeId, shown, fileId }) => ({ type_id: typeId, label: shown, file_id: fileId })),
      consentId,
      income: taken.some(({ privacy }) => privacy === 'ingresos'),
      userId: ctx.staff?.userId ?? null,
      at: ctx.now,
    })
    .returning({ id: bankTransfers.id });
  await audit(ctx, 'transferir', 'solicitud', id, {
    transfer: made!.id,
    bankId: application.bankId,
    format,
    papers: taken.map(({ shown }) => shown),
  });
  const until = ctx.now.getTime() + GOOD_FOR_MS;
  const signature = ctx.sign('expediente').sign(signatureOf(made!.id, ctx.staff?.sessionId ?? '', until));
  return {
    url: `/archivos/expediente/${made!.id}?hasta=${until}&firma=${signature}`,
    name: fileName(sale, await bankName(ctx.db, application.bankId), format),
    papers: taken.length,
    left_out: leftOut,
  };
}

/** `expediente-PC-2026-00001-banco-general.pdf`: letters, digits and hyphens only. */
export const fileName = (
  { id, code }: { id: number; code: string | null },
  bank: string,
  format: 'pdf' | 'zip',
) => `expediente-${code ?? `venta-${id}`}-${plain(bank)}.${format}`;
const plain = (text: string) =>
  withoutAccents(text)
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase()
    .slice(0, 60);

interface Piece {
  /** `01-carta-de-trabajo.pdf` */
  name: string;
  label: string;
  mime: string;
  sha256: string;
}

/** The files of a transfer in the bank's order, with names that no system trips over. */
export async function piecesOf(
  ctx: Pick<Context, 'db'>,
  papers: readonly { label: string; file_id: string }[],
): Promise<Piece[]> {
  const known = await ctx.db
    .select()
    .from(files)
    .where(
      inArray(
        files.id,
        papers.map(({ file_id }) => file_id),
      ),
    );
  const extension: Record<string, string> = {
    'application/pdf': 'pdf',
    'image/jpeg': 'jpg',
    'image/png': 'png',
  };
  return papers.flatMap(({ label, file_id }, at) => {
    const file = known.find(({ id }) => id === file_id);
    if (!file) return [];
    const number = String(at + 1).padStart(2, '0');
    const name = safeName(`${number}-${plain(label) || 'papel'}.${extension[file.mime] ?? 'bin'}`);
    return [{ name, label, mime: file.mime, sha256: file.sha256 }];
  });
}

/** A ZIP that is written while it is read: papers as they are, under numbered names. */
export function zipOf(ctx: Pick<Context, 'files'>, pieces: readonly Piece[]): NodeJS.ReadableStream {
  const zip = new ZipFile();
  for (const { name, sha256 } of pieces)
    zip.addReadStreamLazy(name, { compress: false }, (give) => {
      ctx.files.store.read(sha256).then(
        (stream) => give(null, stream),
        (error: unknown) => give(error, undefined as never),
      );
    });
  zip.end();
  return zip.outputStream;
}

export interface Cover {
  company: string;
  bank: string;
  customer: string;
  document: string;
  code: string;
  project: string;
  day: string;
}

export const coverOf = async (
  ctx: Pick<Context, 'db' | 'now'>,
  found: NonNullable<Awaited<ReturnType<typeof findApplication>>>,
): Promise<Cover> => ({
  company: (await readSettings(ctx.db)).company.name,
  bank: await bankName(ctx.db, found.application.bankId),
  customer: found.person.name,
  document: found.person.documentNumber ?? '',
  code: found.sale.code ?? `Venta ${found.sale.id}`,
  project: found.project.name,
  day: showDay(panamaDay(ctx.now)),
});

export interface Part {
  label: string;
  kind: 'pdf' | 'jpg';
  bytes: Uint8Array;
}
export interface ExpedienteJob {
  cover: Cover;
  parts: Part[];
}

const merge = thread<ExpedienteJob, Uint8Array>(new URL('expedienteWorker.ts', import.meta.url), {
  seconds: 45,
  megabytes: 512,
});
const inTurn = turns({
  atOnce: 3,
  busy: 'Ya se están armando otros expedientes. Inténtalo en un momento.',
});

/**
 * One PDF: a cover with the index, then each paper. Customers' files are taken apart in a thread of their own with little memory and
 * little time: one that is broken or a bomb spoils no more than this file, and is named on a page instead.
 */
export async function pdfOf(
  ctx: Pick<Context, 'files'>,
  cover: Cover,
  pieces: readonly Piece[],
): Promise<Uint8Array> {
  try {
    // The turn comes before anything is read: who is refused took no memory.
    return await inTurn(async () => merge({ cover, parts: await partsOf(ctx, pieces) }));
  } catch (error) {
    if (!(error instanceof ThreadEnded)) throw error;
    throw new Refused(
      422,
      'UNREADABLE',
      'Uno de los archivos no se puede unir en un PDF. Descarga el expediente en ZIP.',
    );
  }
}

async function partsOf(ctx: Pick<Context, 'files'>, pieces: readonly Piece[]): Promise<Part[]> {
  const parts: Part[] = [];
  for (const { label, mime, sha256 } of pieces) {
    const bytes = await buffer(await ctx.files.store.read(sha256));
    parts.push(
      mime === 'application/pdf'
        ? { label, kind: 'pdf', bytes }
        : {
            label,
            kind: 'jpg',
            bytes: await sharp(bytes, { limitInputPixels: 150_000_000 })
              .rotate()
              .resize(PICTURE_EDGE, PICTURE_EDGE, { fit: 'inside', withoutEnlargement: true })
              .flatten({ background: '#fff' })
              .jpeg({ quality: 85 })
              .toBuffer()
              // Named on the cover as one that could not be read.
              .catch(() => new Uint8Array()),
          },
    );
  }
  return parts;
}
