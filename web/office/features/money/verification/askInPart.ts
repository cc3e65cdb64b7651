import { formatMoney } from '#contract/money.ts';
import { askConfirm } from '#web/office/ui/ask.tsx';

/** Confirms that a partial amount also gets a receipt. Amounts in centavos. */
export const askInPart = ({ name, cents, due }: { name: string; cents: number; due: number }) =>
  askConfirm({
    title: `Confirmar en parte el pago de ${name}`,
    text: `Llegaron ${formatMoney(cents)} y se deben ${formatMoney(due)}. El cliente recibe un recibo por lo que llegó, y quedan ${formatMoney(due - cents)} por pagar. Un recibo no se borra: solo se reversa.`,
    confirm: 'Confirmar en parte',
  });
