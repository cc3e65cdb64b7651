import type { PromiseKnown } from './known.ts';

/** What the arrows of a sale ask of its promise. */
interface Facts {
  promise: PromiseKnown | null;
}

/** The promise is sent from its own page, and the sale follows (5 or 8 → 9, domain.md §3). */
export function whyNotSigning({ promise }: Facts): string | null {
  switch (promise?.standing) {
    case 'firma':
      return null;
    case 'firmada':
      return 'La promesa ya está firmada.';
    case 'borrador':
      return 'La promesa está lista para revisarla: se envía a firma desde su página.';
    case 'revision':
      return 'Otra persona de Legal tiene que aprobar los cambios de la promesa.';
    default:
      return 'Falta generar el contrato de promesa de compraventa.';
  }
}

/** A promise in signing keeps its sale there (9 → 8 or 5, domain.md §3). */
export const whyNotBack = ({ promise }: Facts): string | null =>
  promise?.standing === 'firma' || promise?.standing === 'firmada'
    ? 'El cliente no ha rechazado la firma.'
    : null;
