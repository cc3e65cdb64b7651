/** Name of a sale: its code, or the draft's number. */
export const saleName = (sale: { code: string | null; id: number }) => sale.code ?? `Borrador ${sale.id}`;
