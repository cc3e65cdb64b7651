import { eq } from 'drizzle-orm';
import type { Content } from 'pdfmake/interfaces.js';
import { showInstant } from '#contract/dates.ts';
import type { StaffLook } from '#contract/company/outbox/looks.ts';
import type { Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import { composePdf } from '#server/kernel/pdf/compose.ts';
import type { Paper } from '#server/kernel/pdf/paper.ts';
import {
  factsTable,
  GREY,
  letterhead,
  letterPage,
  RULE,
} from '#server/modules/company/settings/letterhead.service.ts';
import { pictureOf } from '#server/modules/legal/seals/picture.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { DOCUMENTS } from './signedText.ts';
import { signatures } from './signing.table.ts';

type Asking = Pick<Context, 'db' | 'files'>;
type Event = typeof signatures.$inferSelect;

/** The part of the evidence from `sign` that the PDF prints. */
interface Evidence {
  identifiedBy?: string;
  ip?: string;
  userAgent?: string;
  utc?: string;
  panama?: string;
  text?: string;
  signer?: { name: string; documentType: string | null; documentNumber: string | null };
  consent?: { version: string; text: string };
  image?: { sha256: string };
  seenByStaff?: readonly StaffLook[];
}

const IDENTIFIED: Readonly<Record<string, string>> = {
  codigo_de_un_solo_uso: 'Con un código de un solo uso enviado a su correo o celular',
  navegador_que_lleno_el_formulario: 'En el mismo navegador en que llenó el formulario',
};
const evidenceOf = ({ evidence }: Event) => evidence as Evidence;

/** All signature events of a sale, in order. */
const chainOf = (ctx: Pick<Context, 'db'>, saleId: number) =>
  ctx.db.select().from(signatures).where(eq(signatures.saleId, saleId)).orderBy(signatures.sequence);

/**
 * The signed pre-contract as PDF: the exact text that was agreed to, the drawings, and for each
 * event who, when, from where and with which hashes (Ley 51 de 2008, art. 8). The caller has
 * checked who owns the sale. Raises 404 when nobody has signed.
 */
export async function signedPaper(ctx: Asking, saleId: number): Promise<Paper> {
  const [sale] = await ctx.db.select({ code: sales.code }).from(sales).where(eq(sales.id, saleId));
  const chain = await chainOf(ctx, saleId);
  const signed = chain.filter(({ outcome }) => outcome === 'firmada');
  const last = signed.at(-1);
  if (!sale || !last) throw notFound();
  const code = sale.code ?? `Venta ${saleId}`;
  // The first line is the version of the text, the second is the title.
  const [version, , ...lines] = (evidenceOf(last).text ?? '').split('\n');
  const drawings: Content[] = [];
  for (const event of signed) drawings.push(await drawingOf(ctx, event));
  const content: Content[] = [
    await letterhead(ctx, 'PRE-CONTRATO', code),
    RULE,
    ...lines.map((text): Content => ({ text, margin: [0, 0, 0, 5], lineHeight: 1.2 })),
    ...drawings,
    { text: 'Constancia de la firma electrónica', bold: true, fontSize: 14, pageBreak: 'before' },
    {
      text: `Registro de lo que pasó con la firma del pre-contrato ${code}, en su orden. Cada evento lleva la huella (SHA-256) del anterior: si algo se cambiara después, las huellas dejarían de coincidir. Texto ${version ?? ''}.`,
      color: GREY,
      margin: [0, 6, 0, 10],
    },
    ...chain.flatMap(eventOf),
  ];
  const bytes = await composePdf(letterPage(`Pre-contrato ${code} firmado`, content));
  return { name: `pre-contrato-${code.replaceAll(' ', '-')}-firmado.pdf`, bytes };
}

async function drawingOf(ctx: Asking, event: Event): Promise<Content> {
  const { signer } = evidenceOf(event);
  const image = event.imageFileId && (await pictureOf(ctx, event.imageFileId));
  return {
    unbreakable: true,
    margin: [0, 18, 0, 0],
    stack: [
      ...(image ? [{ image, fit: [180, 80] as [number, number] }] : []),
      { canvas: [{ type: 'line', x1: 0, y1: 0, x2: 220, y2: 0 }] },
      { text: signer?.name ?? '', bold: true, margin: [0, 3, 0, 0] },
      signer?.documentNumber
        ? `${DOCUMENTS[signer.documentType ?? ''] ?? 'Documento'} ${signer.documentNumber}`
        : '',
    ],
  };
}

function eventOf(event: Event): Content[] {
  const { signer, consent, image, ...seen } = evidenceOf(event);
  const signedIt = event.outcome === 'firmada';
  return [
    {
      text: `${event.sequence}. ${signedIt ? 'Firmó' : 'No quiso firmar'}: ${signer?.name ?? ''}`,
      bold: true,
      margin: [0, 8, 0, 4],
    },
    factsTable([
      [DOCUMENTS[signer?.documentType ?? ''] ?? 'Documento', signer?.documentNumber ?? ''],
      ['Cómo se identificó', IDENTIFIED[seen.identifiedBy ?? ''] ?? seen.identifiedBy ?? ''],
      ['Personal que vio códigos o enlaces de la compra', looksText(seen.seenByStaff)],
      ['Hora de Panamá', seen.panama ?? ''],
      ['Hora UTC', seen.utc ?? event.at.toISOString()],
      ['Dirección IP', seen.ip ?? ''],
      ['Navegador', seen.userAgent ?? ''],
      ['Motivo', event.reason ?? ''],
      ['Aceptó', consent ? `${consent.text} (texto ${consent.version})` : ''],
      ['Huella del texto', event.contentHash],
      ['Huella del trazo', image?.sha256 ?? ''],
      ['Huella del evento', event.hash],
      ['Huella del anterior', event.previousHash ?? 'Ninguna: es el primero'],
    ]),
  ];
}

/** The evidence must show that a colleague could have signed in the buyer's place (finding A9). */
function looksText(looks: readonly StaffLook[] | undefined): string {
  if (!looks) return '';
  if (looks.length === 0) return 'Nadie de la empresa los abrió antes de esta firma.';
  const told = looks.map(
    ({ at, by, what, reason }) =>
      `${showInstant(at)}, hora de Panamá: ${by} vio «${what}». Motivo: ${reason}`,
  );
  return ['Antes de esta firma los abrió personal de la empresa:', ...told].join('\n');
}
