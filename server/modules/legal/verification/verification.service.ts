import { buffer } from 'node:stream/consumers';
import { HOUR_MS, showInstant } from '#contract/dates.ts';
import { SEAL } from '#contract/legal/seals/rules.ts';
import { Fingerprint } from '#contract/legal/seals/model.ts';
import { Verdict, type FoundSignature, type PublicSeal } from '#contract/legal/verification/model.ts';
import type { Context } from '#server/kernel/context.ts';
import type { UploadedFile } from '#server/kernel/files.ts';
import { inspectPdf, type InspectedPdf } from '#server/kernel/pdf/inspect.ts';
import { recognizedIssuers } from '#server/kernel/seal/roots.ts';
import type { PdfSignature } from '#server/kernel/seal/validate.ts';
import { brokenLink } from '#server/modules/legal/seals/chain.service.ts';
import { sealByHash, type SealRow } from '#server/modules/legal/seals/seals.service.ts';

type Asking = Pick<Context, 'db' | 'files' | 'now' | 'config' | 'seal'>;

const GOOD_FOR_MS = HOUR_MS;

/** What is known of a PDF that somebody brings. Nothing of it is kept. Raises 429 when many are looked at. */
export async function verifyUpload(ctx: Asking, upload: UploadedFile): Promise<Verdict> {
  const bytes = await buffer(await ctx.files.store.read(upload.sha256));
  const looked = await inspectPdf(bytes, { roots: await recognizedIssuers(ctx.config), now: ctx.now });
  const seal = await sealByHash(ctx.db, upload.sha256);
  if (seal?.sealedHash === upload.sha256) return genuine(seal, looked);
  if (seal?.sourceHash === upload.sha256)
    return {
      outcome: 'firmado',
      title: 'Es el documento como se firmó, sin su sello',
      says: [
        'El contenido es exactamente el que se firmó. La copia sellada lleva además la constancia de firmas: pídela si la necesitas.',
      ],
      seal: publicSeal(seal),
      signatures: [],
    };
  const claimed = claimedFingerprint(bytes);
  const original = claimed ? await sealByHash(ctx.db, claimed) : undefined;
  if (original?.fingerprint === claimed && original)
    return {
      outcome: 'alterado',
      title: 'Este archivo no es el documento sellado',
      says: [
        `Dice que es «${original.title}», pero no es ese archivo: cambió después de sellarse, aunque sea en una letra.`,
        'No lo aceptes. Pide la copia sellada a quien te lo dio o a la empresa.',
      ],
      seal: publicSeal(original),
      signatures: shownOf(looked.signatures),
    };
  if (looked.refused)
    return {
      outcome: 'rechazado',
      title: 'No pudimos revisar este archivo',
      says: [looked.refused.reason],
      seal: null,
      signatures: [],
    };
  return stranger(looked);
}

/** What is known of a fingerprint, as in a QR. Undefined when nothing is. */
export async function verifyFingerprint(
  ctx: Pick<Context, 'db'>,
  typed: string,
): Promise<Verdict | undefined> {
  const { data: hash } = Fingerprint.safeParse(typed);
  const seal = hash && (await sealByHash(ctx.db, hash));
  if (!seal) return undefined;
  if (seal.stateId !== SEAL.sealed)
    return {
      outcome: 'por_sellar',
      title: 'Este documento está firmado y espera su sello',
      says: ['Vuelve en unos minutos. Hasta entonces no se entrega a nadie.'],
      seal: publicSeal(seal),
      signatures: [],
    };
  return {
    outcome: 'existe',
    title: 'Este documento existe y está sellado',
    says: ['Para saber si tu archivo es el mismo, súbelo aquí abajo: un QR se puede copiar a otro papel.'],
    seal: publicSeal(seal),
    signatures: [],
  };
}

export const unknownFingerprint: Verdict = {
  outcome: 'desconocido',
  title: 'No conocemos esa huella',
  says: ['Revisa que la dirección esté completa, o sube el PDF aquí abajo.'],
  seal: null,
  signatures: [],
};

function genuine(seal: SealRow, { signatures }: InspectedPdf): Verdict {
  const newest = signatures.at(-1);
  const holds = newest !== undefined && newest.intact && newest.whole;
  const chain = brokenLink(seal.evidence.events);
  const good = holds && chain === null;
  const worth = newest && holds ? worthOf(newest, seal) : 'El sello digital no se pudo comprobar.';
  return {
    outcome: good ? 'genuino' : 'alterado',
    title: !good
      ? 'El documento tiene un problema'
      : worth === UNRECOGNIZED
        ? 'Íntegro; emisor no reconocido'
        : 'El documento es auténtico',
    says: [
      'Es exactamente el archivo que se selló aquí: ni una letra cambió.',
      worth,
      chain === null
        ? 'La cadena de eventos de las firmas está completa.'
        : `La cadena de eventos de las firmas se rompe en el evento ${chain}: pregunta a la empresa antes de aceptarlo.`,
    ],
    seal: publicSeal(seal),
    signatures: shownOf(signatures),
  };
}

const UNRECOGNIZED =
  'Nadie ajeno a esta empresa confirma de quién es el certificado: prueba que nada cambió, no quién selló.';

/** A certificate that we made ourselves proves that nothing changed, never who sealed it. */
function worthOf(signature: PdfSignature, { certificate }: SealRow): string {
  if (signature.revocation === 'revoked') return 'El certificado fue revocado: pregunta a la empresa.';
  if (certificate?.own || !signature.recognized) return UNRECOGNIZED;
  return `Certificado de «${short(signature.signer)}», emitido por «${short(signature.issuer)}».`;
}

function publicSeal(seal: SealRow): PublicSeal {
  const { evidence, certificate } = seal;
  return {
    title: seal.title,
    company: evidence.company,
    fingerprint: seal.fingerprint,
    sealed_at: seal.sealedAt?.toISOString() ?? null,
    stamped_at: seal.stampedAt?.toISOString() ?? null,
    signers: evidence.signers.map(({ name }) => maskName(name)),
    chain_whole: brokenLink(evidence.events) === null,
    certificate:
      certificate === null
        ? null
        : certificate.own
          ? 'Hecho por el propio sistema; emisor no reconocido'
          : `${certificate.subject}, emitido por ${certificate.issuer}`,
  };
}

/** Ana Pérez → A•• P••••. */
export const maskName = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `${[...word][0]}${'•'.repeat(Math.max(1, [...word].length - 1))}`)
    .join(' ');

function stranger({ signatures }: InspectedPdf): Verdict {
  if (signatures.length === 0)
    return {
      outcome: 'desconocido',
      title: 'No conocemos este documento',
      says: ['Esta empresa no lo selló, y no lleva ninguna firma digital adentro.'],
      seal: null,
      signatures: [],
    };
  return {
    outcome: 'ajeno',
    title: 'Esta empresa no selló este documento',
    says: [
      signatures.length === 1
        ? 'Lleva una firma digital de otra persona o empresa. Esto es lo que dice el archivo:'
        : `Lleva ${signatures.length} firmas digitales de otras personas o empresas. Esto es lo que dice el archivo de las más nuevas:`,
    ],
    seal: null,
    signatures: shownOf(signatures),
  };
}

/** The answer travels in an address: the newest signatures, and names as long as people's. */
const shownOf = (signatures: readonly PdfSignature[]): FoundSignature[] =>
  signatures.slice(-SHOWN_MAX).map(foundSignature);
const SHOWN_MAX = 6;
const short = (name: string) => (name === '' ? 'Desconocido' : name.slice(0, 120));

function foundSignature(one: PdfSignature): FoundSignature {
  const says: string[] = [];
  if (!one.intact)
    says.push('No es válida: el documento cambió después de firmarse, o la firma está dañada.');
  else
    says.push(
      one.recognized
        ? 'Válida: el documento no cambió y el emisor es reconocido.'
        : 'Íntegra; emisor no reconocido.',
    );
  if (one.intact && !one.whole)
    says.push('Después de esta firma se agregó algo al archivo: otra firma o cambios.');
  if (one.intact && !one.validThen) says.push('El certificado no estaba vigente.');
  if (one.revocation === 'revoked') says.push('El certificado fue revocado.');
  if (one.revocation === 'good') says.push('El certificado no estaba revocado cuando se firmó.');
  says.push(
    one.stampedAt
      ? `La hora la certifica «${short(one.stampedBy ?? '')}»: ${showInstant(one.stampedAt)}.`
      : 'La hora es la que dice quien firmó; nadie la certifica.',
  );
  const bad = !one.intact || one.revocation === 'revoked';
  return {
    signer: short(one.signer),
    issuer: short(one.issuer),
    stamped_at: one.stampedAt,
    claimed_at: one.claimedAt,
    tone: bad ? 'negative' : one.recognized && one.whole ? 'positive' : 'attention',
    says,
  };
}

/** A seal names its document in the reason of the signature, as plain text. */
const claimedFingerprint = (bytes: Buffer): string | undefined =>
  /Sello ([0-9a-f]{64})/.exec(bytes.toString('latin1'))?.[1];

type Visiting = Pick<Context, 'seal' | 'now' | 'visitor'>;

/**
 * The answer to an upload as a word of an address: only this system reads it, only for an hour, and only in the browser
 * that sent the file. Otherwise the answer about a genuine document could be sent along with a forged one.
 */
export const verdictToken = (ctx: Visiting, verdict: Verdict): string =>
  ctx
    .seal('verificar')
    .seal(JSON.stringify({ verdict, until: ctx.now.getTime() + GOOD_FOR_MS, by: ctx.visitor }));

export function readVerdict(ctx: Visiting, token: string): Verdict | null {
  const text = ctx.seal('verificar').open(token);
  if (text === undefined) return null;
  const { verdict, until, by } = JSON.parse(text) as { verdict: unknown; until: number; by: string | null };
  return until < ctx.now.getTime() || by === null || by !== ctx.visitor ? null : Verdict.parse(verdict);
}
