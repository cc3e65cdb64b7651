import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { saleName } from '#contract/sales/sale/saleName.ts';
import { age } from '#web/office/lib/age.ts';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { paymentsToVerifyQuery, SHOWN, TO_VERIFY } from './homeQueries.ts';
import { Rows } from './Rows.tsx';
import { linkOptions } from '@tanstack/react-router';

/** Reported payments, oldest first. */
export function PaymentsToVerify() {
  const query = useQuery(paymentsToVerifyQuery);
  const total = query.data?.meta.pagination.total ?? 0;
  return (
    <Rows
      title="Pagos por verificar"
      text="Mientras esperan, el lote del cliente no vence."
      rows={query.data?.data}
      error={query.error}
      rowId={(one) => one.id}
      render={(one) => (
        <>
          <Group gap="xs">
            <PageLink to="/oficina/pagos" search={{ pago: one.id }} fw={600}>
              {one.name}
            </PageLink>
            <StatePill catalog="payment" state={one.state} />
          </Group>
          <Text size="sm">
            {one.type.name} · <MoneyText centavos={one.reported_centavos} />
          </Text>
          <Text size="xs" c="dimmed">
            {saleName(one.sale)} · {one.project.name}
          </Text>
        </>
      )}
      renderWhen={(one) => (one.reported_at ? `reportado ${age(one.reported_at)}` : '—')}
      empty="Ningún pago espera verificación."
      all={
        total > SHOWN
          ? {
              link: linkOptions({ to: '/oficina/pagos', search: { estado_id: [...TO_VERIFY] } }),
              label: `Ver los ${total}`,
            }
          : null
      }
    />
  );
}
