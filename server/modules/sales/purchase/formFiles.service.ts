import type { FieldError } from '#contract/errors.ts';
import { MAX_BENEFICIARIES, PAPER_FIELDS } from '#contract/sales/purchase/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { Refused } from '#server/kernel/errors.ts';
import type { UploadedFile } from '#server/kernel/files.ts';
import { attachPaper } from '#server/modules/sales/documents/documents.service.ts';
import { papersNow } from '#server/modules/sales/documents/papers.service.ts';
import { requireDrawing } from './uploads.service.ts';

/** Stores the files of a form in their slots; returns the errors of refused files. */
export async function attachFiles(ctx: Context, saleId: number): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  for (const type of PAPER_FIELDS) {
    for (const file of ctx.uploads.get(type) ?? []) {
      try {
        await requireDrawing(ctx, file);
        const position = type === 'cedula_beneficiario' ? await beneficiary(ctx, saleId, file) : 0;
        await attachPaper(ctx, { saleId, type, position, upload: file });
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        errors.push(...(error.details.errors ?? [{ field: sentAs(type), message: error.message }]));
      }
    }
  }
  return errors;
}

const sentAs = (type: string) => (type === 'cedula_beneficiario' ? 'cedula_beneficiario[]' : type);

/** The position that already holds the same file, or else the first free one. */
async function beneficiary(ctx: Context, saleId: number, file: UploadedFile): Promise<number> {
  const own = (await papersNow(ctx.db, saleId)).filter(({ field }) => field === 'cedula_beneficiario');
  const same = own.find((paper) => paper.file?.sha256 === file.sha256);
  if (same) return same.position;
  for (let position = 1; position <= MAX_BENEFICIARIES; position += 1)
    if (!own.some((paper) => paper.position === position && paper.file !== null)) return position;
  throw new Refused(422, 'INVALID', `Puedes adjuntar ${MAX_BENEFICIARIES} cédulas como máximo.`);
}
