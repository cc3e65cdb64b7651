import type { Turn } from '#contract/sales/sale/turn.ts';

/**
 * Turns in a user's own queue: fewer than the permissions allow. A coordinator leaves the work of processors and
 * deliveries to them; legal work belongs to the users who draft it (domain.md §2.1).
 */
export function deskOf(granted: ReadonlySet<string>): Turn[] {
  const coordinates = granted.has('ventas.aprobar');
  const turns: (Turn | false)[] = [
    coordinates && 'coordinador',
    granted.has('documentos.aprobar') && !coordinates && 'procesador',
    granted.has('pagos.aprobar') && granted.has('pagos.editar') && 'contabilidad',
    granted.has('legal.crear') && 'legal',
    granted.has('ventas.entregar') && !coordinates && 'postventa',
  ];
  return granted.has('ventas.ver') ? turns.filter((turn) => turn !== false) : [];
}

/** Whether payments to verify and confirm are this user's work. */
export const verifiesPayments = (granted: ReadonlySet<string>) =>
  granted.has('pagos.aprobar') && granted.has('pagos.editar');
