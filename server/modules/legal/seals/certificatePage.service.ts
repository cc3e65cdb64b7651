import type { Content } from 'pdfmake/interfaces.js';
import { showInstant } from '#contract/dates.ts';
import type { ChainEvent, SealSigner } from '#contract/legal/seals/model.ts';
import { EVENT_LABELS } from '#contract/legal/envelopes/rules.ts';
import { SIGNING_METHODS } from '#contract/legal/seals/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { composePdf } from '#server/kernel/pdf/compose.ts';
import {
  factsTable,
  GREY,
  letterhead,
  letterPage,
  RULE,
} from '#server/modules/company/settings/letterhead.service.ts';
import { pictureOf } from './picture.service.ts';
import type { SealRow } from './seals.service.ts';

type Asking = Pick<Context, 'db' | 'files' | 'config'>;

/** Where anybody verifies a seal: the QR holds this address. */
export const verifyUrl = ({ config }: Pick<Context, 'config'>, fingerprint: string): string =>
  `${config.appUrl}/verificar/${fingerprint}`;

/**
 * The pages that follow a signed document: who signed, how and when, each event with its hashes, and a QR that leads to
 * the verification (Ley 51 de 2008, art. 8). Letter size, with the company's look.
 */
export async function certificatePages(ctx: Asking, seal: SealRow): Promise<Buffer> {
  const { evidence, fingerprint, sourceHash } = seal;
  const address = verifyUrl(ctx, fingerprint);
  const signers: Content[] = [];
  for (const signer of evidence.signers.toSorted((a, b) => a.order - b.order))
    signers.push(...(await signerPart(ctx, signer)));
  const content: Content[] = [
    await letterhead(ctx, 'CONSTANCIA DE FIRMAS', evidence.code),
    RULE,
    {
      columns: [
        {
          width: '*',
          stack: [
            factsTable([
              ['Documento', evidence.title],
              ['Código', evidence.code],
              ['Empresa', evidence.company],
              ['Firmantes', String(evidence.signers.length)],
            ]),
          ],
        },
        {
          width: 120,
          stack: [
            { qr: address, fit: 110, eccLevel: 'M', alignment: 'right' },
            {
              text: 'Escanea para verificar',
              fontSize: 8,
              color: GREY,
              alignment: 'right',
              margin: [0, 4, 0, 0],
            },
          ],
        },
      ],
      columnGap: 14,
    },
    // A hash has no place to break: beside the QR it would push that off the page.
    factsTable([
      ['Huella de verificación', fingerprint],
      ['Huella de lo mostrado', evidence.documentHash],
      ['Huella de lo firmado', sourceHash],
    ]),
    {
      text: [
        'Para saber si este archivo es auténtico, entra a ',
        { text: `${ctx.config.appUrl}/verificar`, link: address, bold: true },
        ' y suéltalo ahí. Las huellas (SHA-256) cambian por completo si cambia una sola letra del documento.',
      ],
      color: GREY,
      margin: [0, 10, 0, 4],
    },
    ...(evidence.consent === ''
      ? []
      : [{ text: `Quienes firmaron aceptaron: ${evidence.consent}`, margin: [0, 6, 0, 4] } as Content]),
    { text: 'Firmas', bold: true, fontSize: 13, margin: [0, 10, 0, 2] },
    ...signers,
    { text: 'Lo que pasó, en su orden', bold: true, fontSize: 13, margin: [0, 16, 0, 2] },
    {
      text: 'Cada evento lleva la huella del anterior: si algo se cambiara después, las huellas dejarían de coincidir.',
      color: GREY,
      margin: [0, 2, 0, 4],
    },
    ...evidence.events.map(eventPart),
  ];
  return composePdf(letterPage(`Constancia de firmas: ${evidence.title}`, content));
}

async function signerPart(ctx: Asking, signer: SealSigner): Promise<Content[]> {
  const image = signer.imageFileId ? await pictureOf(ctx, signer.imageFileId) : null;
  const looks = signer.seenByStaff ?? [];
  return [
    {
      unbreakable: true,
      margin: [0, 10, 0, 2],
      stack: [
        ...(image ? [{ image, fit: [180, 64] as [number, number] }] : []),
        { text: `${signer.order}. ${signer.name} (${signer.role})`, bold: true, margin: [0, 3, 0, 2] },
        factsTable([
          ['Documento', signer.document],
          ['Cómo firmó', SIGNING_METHODS[signer.method] ?? signer.method],
          ['Cómo se identificó', signer.identifiedBy],
          ['Código enviado a', signer.codeSentTo ?? ''],
          ['Hora de Panamá', signer.panama],
          ['Hora UTC', signer.utc],
          ['Dirección IP', signer.ip ?? ''],
          ['Navegador', signer.userAgent ?? ''],
          ['Iniciales en cada página', signer.initials ?? ''],
        ]),
      ],
    },
    // Apart: what is unbreakable and taller than a page is not printed at all, and many looks would hide the signer.
    ...(looks.length === 0
      ? []
      : [factsTable([['Personal que vio códigos o enlaces de la compra', looks.join('\n')]])]),
  ];
}

const eventPart = (event: ChainEvent): Content => ({
  unbreakable: true,
  margin: [0, 6, 0, 0],
  stack: [
    {
      text: `${event.sequence}. ${EVENT_LABELS[event.kind] ?? event.kind.replaceAll('_', ' ')} · ${event.actor}`,
      bold: true,
    },
    { text: `${showInstant(event.at)}, hora de Panamá`, color: GREY },
    { text: `Huella ${event.hash}`, fontSize: 7, color: GREY },
  ],
});
