import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { ZipFile } from 'yazl';
import { showInstant } from '#contract/dates.ts';
import type { Context } from '#server/kernel/context.ts';
import { conflict } from '#server/kernel/errors.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { signatureParts } from '#server/kernel/seal/parts.ts';
import { bundlePage } from './bundle/page.ts';
import { verifyUrl } from './certificatePage.service.ts';
import { fileName } from './sealing.service.ts';
import type { SealRow } from './seals.service.ts';

type Asking = Pick<Context, 'db' | 'files' | 'config'>;

/**
 * Everything that a dispute needs, as a ZIP: both PDFs, the evidence with its events, certificates, signature, time stamp,
 * and a page that verifies them without this system. The caller has checked who may have it. Raises 409 NOT_SEALED.
 */
export async function sealBundle(ctx: Asking, seal: SealRow): Promise<{ name: string; bytes: Buffer }> {
  if (!seal.sealedFileId || !seal.sealedHash)
    throw conflict('NOT_SEALED', 'El documento todavía no está sellado. Espera a que se selle.');
  const sealed = await bytesOf(ctx, seal.sealedFileId);
  const { covered, cms, stamp, certificates } = signatureParts(sealed);
  const { evidence } = seal;
  const about = {
    record: seal.record,
    recordId: seal.recordId,
    fileId: seal.sourceFileId,
    sourceHash: seal.sourceHash,
  };
  const proof = {
    formato: 1,
    huella: seal.fingerprint,
    huella_sellado: seal.sealedHash,
    sellado_el: seal.sealedAt?.toISOString(),
    nivel: seal.level,
    certificado: seal.certificate,
    sobre: about,
    evidencia: evidence,
  };
  const pieces: [name: string, content: Buffer | string][] = [
    ['LEEME.txt', readme(ctx, seal, stamp !== null)],
    ['documento-sellado.pdf', sealed],
    ['documento-firmado.pdf', await bytesOf(ctx, seal.sourceFileId)],
    ['evidencia.json', `${JSON.stringify(proof, null, 2)}\n`],
    ['eventos.txt', eventsText(seal)],
    ['sello.p7s', cms],
    ['sello-cubre.bin', covered],
    ['certificados.pem', certificates.join('')],
    ['verificar.html', await bundlePage({ title: evidence.title, company: evidence.company })],
  ];
  if (stamp) pieces.push(['sello-de-tiempo.tst', stamp]);
  const zip = new ZipFile();
  const mtime = seal.sealedAt ?? seal.requestedAt;
  for (const [name, content] of pieces)
    zip.addBuffer(typeof content === 'string' ? Buffer.from(content) : content, name, { mtime });
  zip.end();
  return { name: `${fileName(seal)}-expediente.zip`, bytes: await buffer(zip.outputStream) };
}

async function bytesOf({ db, files: { store } }: Asking, fileId: string): Promise<Buffer> {
  const [file] = await db.select({ sha256: files.sha256 }).from(files).where(eq(files.id, fileId));
  return buffer(await store.read(file!.sha256));
}

const eventsText = ({ evidence: { events } }: SealRow): string =>
  `${events
    .map(
      ({ sequence, kind, at, actor, detail, previousHash, hash }) =>
        `${sequence}. ${kind} · ${actor} · ${at} (${showInstant(at)}, hora de Panamá)\n` +
        `   ${JSON.stringify(detail)}\n   huella anterior: ${previousHash ?? 'ninguna'}\n   huella: ${hash}\n`,
    )
    .join('\n')}\n`;

function readme(ctx: Asking, seal: SealRow, stamped: boolean): string {
  const { evidence, certificate } = seal;
  return `EXPEDIENTE DE UN DOCUMENTO FIRMADO Y SELLADO

${evidence.title} (${evidence.code})
${evidence.company}
Sellado: ${seal.sealedAt ? `${showInstant(seal.sealedAt)}, hora de Panamá` : ''}
Certificado: ${certificate?.subject ?? ''}, emitido por ${certificate?.issuer ?? ''}
Huella del certificado (SHA-256): ${certificate?.sha256 ?? ''}
${certificate?.own ? 'El certificado lo hizo el propio sistema: el documento se lee «íntegro; emisor no reconocido».\n' : ''}
QUÉ HAY AQUÍ
documento-sellado.pdf    lo que se entrega: documento, constancia de firmas y sello
documento-firmado.pdf    el PDF como se firmó, antes del sello
evidencia.json           quién firmó, cuándo y cómo, y cada evento
eventos.txt              los mismos eventos, para leer
certificados.pem         el certificado de la empresa y sus emisores
sello.p7s                la firma del PDF (CMS), y sello-cubre.bin, lo que cubre
${stamped ? 'sello-de-tiempo.tst      la hora de un tercero (RFC 3161)\n' : ''}verificar.html           revisa todo esto en tu navegador, sin Internet

CÓMO VERIFICAR SIN NUESTRO SISTEMA
1. Abre verificar.html, elige todos los archivos de esta carpeta y lee el resultado.
2. O con programas de otros:
   pdfsig documento-sellado.pdf
   openssl cms -verify -inform DER -in sello.p7s -content sello-cubre.bin -binary -noverify -out /dev/null
   sha256sum documento-firmado.pdf   (debe dar ${seal.sourceHash})
3. La cadena de eventos: la huella de cada uno es el SHA-256 del texto JSON de
   [huella anterior, número, clase, hora, quién, detalle], con las claves del detalle en orden alfabético.

En línea: ${verifyUrl(ctx, seal.fingerprint)}
`;
}
