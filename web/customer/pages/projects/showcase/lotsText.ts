/** Number of free lots as text. */
export const lotsText = (free: number): string =>
  free === 0 ? 'Sin lotes libres por ahora' : free === 1 ? 'Queda 1 lote libre' : `${free} lotes libres`;
