import { useCan } from '#web/office/lib/session.ts';

/** Whether to show prices: who sees amounts of contracts, and the purchasing office, which exports lists. The server decides. */
export function useSeesPrices(): boolean {
  const sees = useCan('contratos.montos');
  const exports = useCan('materiales.exportar');
  return sees || exports;
}

/** Whether to offer what a buyer does. */
export function useBuys(): boolean {
  const edits = useCan('materiales.editar');
  return useSeesPrices() && edits;
}
