import type { Machine } from '#contract/transitions.ts';

/** States of a paper (domain.md §2). */
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

export interface DocumentFacts {
  hasFile: boolean;
  /** The paper shows an expiry that must be written down, and it is not. */
  expiryMissing: boolean;
  /** The paper expires by age and its date of issue is not written down. */
  issueMissing: boolean;
  /** Already past its expiry today. */
  expired: boolean;
}

/** A paper, arrow by arrow (domain.md §3, rulings.md 27 and 29). */
export const documentMachine: Machine<DocumentFacts> = {
  entity: 'documento',
  transitions: [
    { from: [1], to: 2, label: 'Cargar', permission: null },
    {
      from: [2],
      to: 3,
      label: 'Revisar',
      permission: 'documentos.aprobar',
      whyNot: ({ hasFile }) => (hasFile ? null : 'Todavía no hay archivo.'),
    },
    {
      from: [3],
      to: 4,
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
    { from: [3], to: 5, label: 'Rechazar', permission: 'documentos.aprobar', reason: 'required' },
    { from: [5, 6], to: 2, label: 'Cargar de nuevo', permission: null },
    // Only a paper that dies before a bank answers: the upload looks at that.
    { from: [4], to: 2, label: 'Renovar', permission: null },
    { from: [4], to: 6, label: 'Vencido', permission: null },
    { from: [1], to: 7, label: 'No aplica', permission: 'documentos.aprobar', reason: 'required' },
    { from: [8], to: 9, label: 'Firmar', permission: null },
    { from: [8], to: 10, label: 'Rechazar firma', permission: null },
    {
      from: [10],
      to: 8,
      label: 'Enviar nueva versión',
      permission: 'legal.editar',
      reason: 'optional',
      whyNot: () => 'Falta la versión nueva del documento.',
    },
  ],
};
