import { ThreadEnded, thread, turns } from '../thread.ts';
import type { PdfSignature } from '../seal/validate.ts';

/** Why a PDF is not accepted. */
export type PdfRefusal =
  | 'NOT_PDF'
  | 'BROKEN'
  | 'ENCRYPTED'
  | 'JAVASCRIPT'
  | 'ACTION'
  | 'EMBEDDED'
  | 'XFA'
  | 'MEDIA'
  | 'TOO_LARGE'
  | 'TOO_MANY_PAGES'
  | 'BOMB';

const AGAIN = 'Ábrelo, usa «Imprimir» y «Guardar como PDF», y sube esa copia.';
/** What is told, by code. */
const REASONS: Readonly<Record<PdfRefusal, string>> = {
  NOT_PDF: 'El archivo no es un PDF. Sube el documento en PDF.',
  BROKEN: 'El PDF está dañado y no se puede leer. Guárdalo otra vez y súbelo de nuevo.',
  ENCRYPTED: 'El PDF está protegido con contraseña. Quítale la protección y súbelo de nuevo.',
  JAVASCRIPT: `El PDF contiene programas (JavaScript) y por seguridad no se acepta. ${AGAIN}`,
  ACTION: `El PDF ordena abrir programas u otros archivos, o enviar datos, y por seguridad no se acepta. ${AGAIN}`,
  EMBEDDED: `El PDF lleva otros archivos adentro y por seguridad no se acepta. ${AGAIN}`,
  XFA: `El PDF es un formulario dinámico (XFA): lo que se ve puede cambiar. ${AGAIN}`,
  MEDIA: `El PDF lleva video, sonido o 3D y por seguridad no se acepta. ${AGAIN}`,
  TOO_LARGE: 'El PDF pesa más de 25 MB. Guárdalo con menos calidad de imagen y súbelo de nuevo.',
  TOO_MANY_PAGES: 'El PDF tiene más de 500 páginas. Divídelo y sube solo lo necesario.',
  BOMB: 'El PDF es tan complicado que no se puede revisar con seguridad. Guárdalo otra vez y súbelo de nuevo.',
};

const BYTES_MAX = 25 * 1_048_576;

export interface InspectedPdf {
  pages: number;
  /** The signatures in it, in the order in which they were made. Only what the file itself proves. */
  signatures: PdfSignature[];
  /** Null: it may be used. */
  refused: { code: PdfRefusal; reason: string } | null;
}

export interface InspectTask {
  bytes: Uint8Array;
  /** PEM certificates of the recognized issuers. */
  roots: readonly string[];
  now: Date;
}
export interface Inspection {
  pages: number;
  signatures: PdfSignature[];
  refused: PdfRefusal | null;
}

const look = thread<InspectTask, Inspection>(new URL('inspectWorker.ts', import.meta.url), {
  seconds: 10,
  megabytes: 384,
});
const inTurn = turns({
  atOnce: 2,
  waiting: 20,
  busy: 'Se revisan muchos documentos en este momento. Inténtalo de nuevo en unos segundos.',
});

/**
 * Looks through a PDF from outside, in a thread with limits: its pages, its signatures, and why it is refused (with a
 * sentence for its owner): programs, actions, files inside, XFA, encryption, damage, size. `roots`: recognized issuers, PEM.
 * A refused PDF is never opened further. Raises 429 when too many are looked at.
 */
export async function inspectPdf(
  bytes: Uint8Array,
  { roots = [], now }: { roots?: readonly string[]; now: Date },
): Promise<InspectedPdf> {
  if (bytes.length > BYTES_MAX) return refusedAs('TOO_LARGE');
  if (!Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-')) return refusedAs('NOT_PDF');
  try {
    const { refused, ...found } = await inTurn(() => look({ bytes, roots, now }));
    return refused ? refusedAs(refused) : { ...found, refused: null };
  } catch (error) {
    if (error instanceof ThreadEnded) return refusedAs('BOMB');
    throw error;
  }
}

const refusedAs = (code: PdfRefusal): InspectedPdf => ({
  pages: 0,
  signatures: [],
  refused: { code, reason: REASONS[code] },
});
