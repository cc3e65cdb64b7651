import { buffer } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import type { FoundSignature } from '#contract/legal/envelopes/model.ts';
import type { Context } from '#server/kernel/context.ts';
import { invalid } from '#server/kernel/errors.ts';
import type { UploadedFile } from '#server/kernel/files.ts';
import { inspectPdf, type InspectedPdf } from '#server/kernel/pdf/inspect.ts';
import { recognizedIssuers } from '#server/kernel/seal/roots.ts';

type Needs = Pick<Context, 'files' | 'now' | 'config'>;

/** Recent results by hash: found before the transaction, and used again inside it. */
const seen = new LRUCache<string, Promise<InspectedPdf>>({ max: 100 });

/** Looks through an uploaded PDF. Call it before the transaction too (`before` of the route). Raises 429. */
export function inspectUpload(ctx: Needs, { sha256 }: Pick<UploadedFile, 'sha256'>): Promise<InspectedPdf> {
  const known = seen.get(sha256);
  if (known) return known;
  const looked = look(ctx, sha256);
  seen.set(sha256, looked);
  // Failures are not cached.
  looked.catch(() => seen.delete(sha256));
  return looked;
}

async function look(ctx: Needs, sha256: string): Promise<InspectedPdf> {
  const bytes = new Uint8Array(await buffer(await ctx.files.store.read(sha256)));
  return inspectPdf(bytes, { roots: await recognizedIssuers(ctx.config), now: ctx.now });
}

/** The uploaded PDF of a field with what is in it. Raises 422 at the field without a file, and for one that is refused. */
export async function requirePdf(
  ctx: Needs & Pick<Context, 'uploads'>,
  field: string,
): Promise<{ file: UploadedFile; found: InspectedPdf }> {
  const file = ctx.uploads.get(field)?.[0];
  if (!file) throw invalid([{ field, message: 'Por favor, especifique la ruta al archivo a cargar!' }]);
  const found = await inspectUpload(ctx, file);
  if (found.refused) throw invalid([{ field, message: found.refused.reason }]);
  return { file, found };
}

/** The signatures that are in a PDF already, as people read them. */
export const listed = ({ signatures }: InspectedPdf): FoundSignature[] =>
  signatures.map(({ signer, claimedAt, stampedAt, intact, whole, recognized }) => ({
    signer,
    at: stampedAt ?? claimedAt,
    valid: intact && recognized,
    note: !intact
      ? 'La firma no corresponde a este documento.'
      : !recognized
        ? 'La firma está íntegra, pero su emisor no se reconoce.'
        : whole
          ? 'La firma es válida y nada cambió después.'
          : 'La firma es válida; después se agregó algo al documento.',
  }));
