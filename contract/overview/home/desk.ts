import type { Turn } from '#contract/sales/sale/turn.ts';

/**
 * The turns that make up a person's own queue: narrower than what they may do. Whoever coordinates leaves the
 * processors' and the deliveries' work to them; legal work is of whoever drafts it (domain.md §2.1).
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

/** Whether payments wait for this person: to be verified and confirmed. */
export const verifiesPayments = (granted: ReadonlySet<string>) =>
  granted.has('pagos.aprobar') && granted.has('pagos.editar');
