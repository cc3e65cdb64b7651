import { documentStatus } from '#contract/company/catalogs/salesLists.ts';
import { DOCUMENT } from '#contract/sales/documents/rules.ts';
import type { OpenUpload, PaperSlot } from '#contract/sales/purchase/pages.ts';
import { PAPER_FIELDS, type PaperField } from '#contract/sales/purchase/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import {
  papersNow,
  paperTypes,
  takesFile,
  type PaperNow,
} from '#server/modules/sales/documents/papers.service.ts';
import { papersToRenew } from '#server/modules/sales/documents/renewals.service.ts';
import { fileUrl } from '#server/modules/company/files/files.service.ts';
import { takesPapers } from './consents.service.ts';
import { isTrustedHere, type Sale } from './own.service.ts';
import { findUploads } from './uploads.queries.ts';

const STATES: Record<number, PaperSlot['state']> = {
  [DOCUMENT.pending]: 'pendiente',
  [DOCUMENT.uploaded]: 'cargado',
  [DOCUMENT.inReview]: 'en_revision',
  [DOCUMENT.approved]: 'aprobado',
  [DOCUMENT.rejected]: 'rechazado',
  [DOCUMENT.expired]: 'vencido',
  [DOCUMENT.notApplicable]: 'no_aplica',
  [DOCUMENT.toSign]: 'por_firmar',
  [DOCUMENT.signed]: 'firmado',
  [DOCUMENT.signRejected]: 'firma_rechazada',
  [DOCUMENT.replaced]: 'reemplazado',
};

const isPaperField = (field: string): field is PaperField => PAPER_FIELDS.some((one) => one === field);

/** The documents of a sale for its customer. Files with identity or income data only in a trusted browser. */
export async function slotsOf(ctx: Context, sale: Sale): Promise<{ slots: PaperSlot[]; codeDue: boolean }> {
  const [papers, labels, trusted] = await Promise.all([
    papersNow(ctx.db, sale.id),
    catalogLabels(ctx.db, documentStatus),
    isTrustedHere(ctx, sale.id),
  ]);
  const renewals = papers.some(
    ({ stateId, expiresOn }) => stateId === DOCUMENT.approved && expiresOn !== null,
  )
    ? await papersToRenew(ctx, sale.id)
    : new Map<number, string>();
  const opens = ({ privacy }: PaperNow) => trusted || privacy === 'general';
  const slots = papers.flatMap((paper) =>
    isPaperField(paper.field)
      ? [
          {
            field: paper.field,
            position: paper.position,
            label: paper.label,
            required: paper.required,
            state: STATES[paper.stateId] ?? 'pendiente',
            stateLabel: labels.get(paper.stateId) ?? '',
            open: takesPapers(sale) && (takesFile(paper.stateId) || renewals.has(paper.id)),
            renewBefore: renewals.get(paper.id) ?? null,
            file: paper.file && {
              name: paper.file.name,
              size: paper.file.size,
              mime: paper.file.mime,
              url: opens(paper) ? fileUrl(ctx, paper.file.id) : null,
            },
            reason: paper.reason,
            expiresOn: paper.expiresOn,
            attachedText: paper.attachedText,
          },
        ]
      : [],
  );
  return { slots, codeDue: papers.some((paper) => paper.file !== null && !opens(paper)) };
}

/** The slots of the form: all single-file slots, also empty ones, and the filled slots of beneficiaries. */
export async function formSlots(ctx: Context, sale: Sale): Promise<PaperSlot[]> {
  const [{ slots }, types, labels] = await Promise.all([
    slotsOf(ctx, sale),
    paperTypes(ctx.db),
    catalogLabels(ctx.db, documentStatus),
  ]);
  return PAPER_FIELDS.flatMap((field): PaperSlot[] => {
    const own = slots.filter((slot) => slot.field === field);
    if (field === 'cedula_beneficiario') return own.filter(({ file }) => file !== null);
    const type = types.find(({ name }) => name === field);
    if (own.length > 0 || !type) return own;
    return [
      {
        field,
        position: 0,
        label: type.label,
        required: false,
        state: 'pendiente',
        stateLabel: labels.get(DOCUMENT.pending) ?? '',
        open: true,
        renewBefore: null,
        file: null,
        reason: null,
        expiresOn: null,
        attachedText: type.attachedText,
      },
    ];
  });
}

/** Unfinished uploads that can continue, while the sale accepts documents. */
export async function openUploads(ctx: Pick<Context, 'db'>, sale: Sale): Promise<OpenUpload[]> {
  if (!takesPapers(sale)) return [];
  const found = await findUploads(ctx.db, sale.id);
  return found.flatMap(({ id, field, position, name, size, received }) =>
    isPaperField(field) ? [{ id, field, position, name, size, received }] : [],
  );
}
