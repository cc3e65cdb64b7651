import type { Machine } from '#contract/transitions.ts';

/** States of a document (domain.md §2). */
export const DOCUMENT = {
  pending: 1,
  uploaded: 2,
  inReview: 3,
  approved: 4,
  rejected: 5,
  expired: 6,
  notApplicable: 7,
  toSign: 8,
  signed: 9,
  signRejected: 10,
  replaced: 11,
} as const;

/** No more work for customer or company. */
export const DONE_DOCUMENTS = [DOCUMENT.approved, DOCUMENT.notApplicable, DOCUMENT.signed] as const;
/** Uploaded and not decided yet. */
export const DOCUMENTS_TO_REVIEW = [DOCUMENT.uploaded, DOCUMENT.inReview] as const;
/** The customer must send it, or send it again. */
export const MISSING_DOCUMENTS = [DOCUMENT.pending, DOCUMENT.rejected, DOCUMENT.expired] as const;

export interface DocumentFacts {
  hasFile: boolean;
  /** The document shows an expiry date, and it is not recorded. */
  expiryMissing: boolean;
  /** The document expires by age, and its issue date is not recorded. */
  issueMissing: boolean;
  /** Its expiry date has passed. */
  expired: boolean;
  /** The caller reviewed it a moment ago, and may still take that back. */
  justReviewed: boolean;
}

/** State machine of a document (domain.md §3, rulings.md 27 and 29). */
export const documentMachine: Machine<DocumentFacts> = {
  entity: 'documento',
  transitions: [
    { from: [DOCUMENT.pending], to: DOCUMENT.uploaded, label: 'Cargar', permission: null },
    {
      from: [DOCUMENT.uploaded],
      to: DOCUMENT.inReview,
      label: 'Revisar',
      permission: 'documentos.aprobar',
      whyNot: ({ hasFile }) => (hasFile ? null : 'Todavía no hay archivo.'),
    },
    {
      from: [DOCUMENT.inReview],
      to: DOCUMENT.approved,
      label: 'Aprobar',
      permission: 'documentos.aprobar',
      whyNot: ({ issueMissing, expiryMissing, expired }) =>
        issueMissing
          ? 'Escribe la fecha de emisión del documento.'
          : expiryMissing
            ? 'Escribe la fecha de vencimiento que muestra el documento.'
            : expired
              ? 'El documento está vencido: recházalo con ese motivo.'
              : null,
    },
    {
      from: [DOCUMENT.inReview],
      to: DOCUMENT.rejected,
      label: 'Rechazar',
      permission: 'documentos.aprobar',
      reason: 'required',
    },
    {
      from: [DOCUMENT.rejected, DOCUMENT.expired],
      to: DOCUMENT.uploaded,
      label: 'Cargar de nuevo',
      permission: null,
    },
    // Only for a document that expires before a bank answers: the upload checks that.
    { from: [DOCUMENT.approved], to: DOCUMENT.uploaded, label: 'Renovar', permission: null },
    {
      from: [DOCUMENT.approved],
      to: DOCUMENT.inReview,
      label: 'Deshacer aprobación',
      permission: 'documentos.aprobar',
      whyNot: ({ justReviewed }) =>
        justReviewed
          ? null
          : {
              code: 'TOO_LATE',
              reason: 'Solo quien aprobó el documento puede deshacerlo, y poco después de aprobarlo.',
            },
    },
    { from: [DOCUMENT.approved], to: DOCUMENT.expired, label: 'Vencido', permission: null },
    {
      from: [DOCUMENT.pending],
      to: DOCUMENT.notApplicable,
      label: 'No aplica',
      permission: 'documentos.aprobar',
      reason: 'required',
    },
    { from: [DOCUMENT.toSign], to: DOCUMENT.signed, label: 'Firmar', permission: null },
    { from: [DOCUMENT.toSign], to: DOCUMENT.signRejected, label: 'Rechazar firma', permission: null },
    {
      from: [DOCUMENT.signRejected],
      to: DOCUMENT.toSign,
      label: 'Enviar nueva versión',
      permission: 'legal.editar',
      reason: 'optional',
      whyNot: () => 'Falta la versión nueva del documento.',
    },
  ],
};
