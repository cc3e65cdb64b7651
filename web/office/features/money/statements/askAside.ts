import { askReason } from '#web/office/ui/ask.tsx';

/** Asks what the lines are before they are set aside. Resolves to null if the user cancels. */
export const askAside = (count: number): Promise<string | null> =>
  askReason({
    title: count === 1 ? 'Apartar la línea' : `Apartar ${count} líneas`,
    text: `${count === 1 ? 'Deja' : 'Dejan'} de esperar un pago. Se ${count === 1 ? 'puede' : 'pueden'} devolver después.`,
    confirm: 'Apartar',
    label: 'Qué es',
    required: true,
    suggestions: ['Intereses del banco', 'Traslado entre cuentas propias', 'Pago de un proveedor devuelto'],
  });
