import { changeCommissionStatus } from '#contract/sales/commissions/endpoints.ts';
import type { CommissionLine } from '#contract/sales/commissions/model.ts';
import { COMMISSION, COMMISSION_EVENTS } from '#contract/sales/commissions/rules.ts';
import { eachRow } from '#web/office/lib/bulk.ts';
import { call } from '#web/office/lib/call.ts';
import { useCan } from '#web/office/lib/session.ts';
import type { BulkAction } from '#web/office/ui/table/types.ts';

export const lineName = ({ person, sale, event }: CommissionLine) =>
  `${person.name} · ${sale.customer} · ${COMMISSION_EVENTS[event]}`;

/** Why none of these lines can go to a state; null if one can. The others tell their own reason afterwards. */
function whyNotTo(to: number, otherwise: string) {
  return (lines: readonly CommissionLine[]): string | null => {
    const offers = lines.flatMap(({ transitions }) => transitions.filter((one) => one.estado_id === to));
    return offers.some(({ disabled }) => disabled === null) ? null : (offers[0]?.disabled ?? otherwise);
  };
}

/** `neto_centavos` matters to a payment alone: one that is deducted completely needs no transfer. */
const moveTo = (lines: readonly CommissionLine[], to: number) =>
  eachRow(lines, lineName, ({ id, version, neto_centavos }) =>
    call(changeCommissionStatus, {
      params: { id },
      body: { params: { estado_id: to, version, neto_centavos } },
    }),
  );

const step = (label: string, to: number, otherwise: string): BulkAction<CommissionLine> => ({
  label,
  whyNot: whyNotTo(to, otherwise),
  run: (lines) => moveTo(lines, to),
});

const isPayable = whyNotTo(COMMISSION.paid, 'Elige partes por pagar.');

function whyNotPay(lines: readonly CommissionLine[]): string | null {
  // The first payment takes the deduction, so the net amount of the next one is not known yet.
  const owes = lines.find(
    (one) =>
      one.descontado_centavos > 0 &&
      lines.some(
        (other) => other.id !== one.id && other.payee === one.payee && other.person.id === one.person.id,
      ),
  );
  return owes ? `${owes.person.name} tiene un descuento: paga sus partes de una en una.` : isPayable(lines);
}

/** What can be done with several lines, by the caller's permissions. `pay` opens the form of the transfer. */
export function useCommissionBulk(pay: BulkAction<CommissionLine>['run']): BulkAction<CommissionLine>[] {
  const prepares = useCan('pagos.crear');
  const approves = useCan('pagos.aprobar');
  const pays = useCan('pagos.editar');
  const payOrDeduct: typeof pay = (lines, target) =>
    lines.every((one) => one.neto_centavos === 0) ? moveTo(lines, COMMISSION.paid) : pay(lines, target);
  return [
    ...(prepares ? [step('Preparar el pago', COMMISSION.prepared, 'Elige partes liberadas.')] : []),
    ...(approves ? [step('Aprobar', COMMISSION.approved, 'Elige partes preparadas.')] : []),
    ...(pays ? [{ label: 'Registrar el pago', whyNot: whyNotPay, run: payOrDeduct }] : []),
  ];
}
