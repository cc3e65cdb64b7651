import { List, Text } from '@mantine/core';
import { PAYMENT } from '#contract/company/catalogs/states.ts';
import type { SaleRecord } from '#contract/sales/sale/model.ts';
import { SALE } from '#contract/sales/sale/rules.ts';

/** What a withdrawal causes in this sale, before it is registered. */
export function WithdrawalEffects({ sale }: { sale: SaleRecord }) {
  const paid = sale.payments.some(({ state }) => state.id === PAYMENT.confirmed);
  const effects = [
    sale.claim && sale.lot && `El lote ${sale.lot.lote} queda libre para otra persona.`,
    paid
      ? 'Contabilidad prepara la devolución de lo pagado; lo que falta por pagar se anula.'
      : 'Los pagos pendientes se anulan.',
    sale.state.id >= SALE.inBank && 'Las solicitudes a los bancos se retiran.',
    'Las citas pendientes se cancelan y el cliente recibe el aviso.',
    'La venta termina: no se puede deshacer.',
  ].filter((one) => typeof one === 'string');
  return (
    <>
      <Text size="sm" mb={4}>
        Al registrar que {sale.form.nombre} desiste:
      </Text>
      <List size="sm">
        {effects.map((one) => (
          <List.Item key={one}>{one}</List.Item>
        ))}
      </List>
    </>
  );
}
