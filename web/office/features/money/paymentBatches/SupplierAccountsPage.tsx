import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { showInstant } from '#contract/dates.ts';
import { decideSupplierAccount, listSupplierAccounts } from '#contract/money/paymentBatches/endpoints.ts';
import type { SupplierAccount } from '#contract/money/paymentBatches/model.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { askConfirm } from '#web/office/ui/ask.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { SupplierAccountDrawer } from './SupplierAccountDrawer.tsx';

const STATES = {
  propuesta: { label: 'Por confirmar', tone: 'attention' },
  vigente: { label: 'Vigente', tone: 'positive' },
  reemplazada: { label: 'Reemplazada', tone: 'neutral' },
  rechazada: { label: 'Rechazada', tone: 'negative' },
} as const;

/** Bank accounts of suppliers: one person proposes a change, another calls the supplier and confirms it. */
export function SupplierAccountsPage() {
  const proposes = useCan('contabilidad.crear');
  const drawer = useDrawer('nueva');
  const query = useQuery(queryOf(listSupplierAccounts, {}));
  const decide = useAction(decideSupplierAccount, { success: 'Cuenta decidida.' });
  if (query.error) throw query.error;
  const list = query.data?.data;
  if (!list) return <PendingPage />;
  const ask = async (one: SupplierAccount, accept: boolean) => {
    const sure = await askConfirm({
      title: accept ? 'Confirmar la cuenta' : 'Rechazar la cuenta',
      text: accept
        ? `Llama a ${one.partner.name} a un teléfono que ya conocías y comprueba que ${one.number} de ${one.bank.name} es suya. Desde ahora se le paga ahí.`
        : `La cuenta ${one.number} de ${one.partner.name} no se usará.`,
      confirm: accept ? 'Confirmar cuenta' : 'Rechazar cuenta',
      danger: !accept,
    });
    if (sure) decide.mutate({ params: { id: one.id }, body: { accept } });
  };
  return (
    <>
      <PageHeader
        title="Cuentas de proveedores"
        count={list.length}
        actions={proposes ? <Button onClick={() => drawer.open()}>Proponer cuenta</Button> : null}
      />
      {list.length === 0 ? (
        <EmptyState
          title="Aún no hay cuentas"
          text="Propón la cuenta de un proveedor: otra persona la confirma antes de que se le pague por ACH."
        />
      ) : (
        <ShortTable
          label="Cuentas bancarias de proveedores"
          rows={list}
          rowId={({ id }) => id}
          rowHeads
          dimmed={({ state }) => state === 'reemplazada' || state === 'rechazada'}
          columns={[
            { title: 'Proveedor', render: (one) => one.partner.name },
            {
              title: 'Cuenta',
              render: (one) => (
                <Stack gap={0}>
                  <Text size="sm">
                    {one.bank.name} · {one.number}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {one.kind === 'ahorros' ? 'Ahorros' : 'Corriente'} · {one.holder}
                  </Text>
                </Stack>
              ),
            },
            {
              title: 'Estado',
              render: ({ state }) => <StatePill {...STATES[state]} />,
            },
            {
              title: 'La propuso',
              render: (one) => (
                <Stack gap={0}>
                  <Text size="sm">{one.made_by}</Text>
                  <Text size="xs" c="dimmed">
                    {showInstant(one.at)} · {one.reason}
                  </Text>
                </Stack>
              ),
            },
            {
              title: 'Acciones',
              quiet: true,
              render: (one) =>
                one.state === 'propuesta' ? (
                  <Group gap={4} wrap="nowrap">
                    <ReasonedButton
                      size="compact-sm"
                      whyNot={one.why_not}
                      onClick={() => void ask(one, true)}
                    >
                      Confirmar
                    </ReasonedButton>
                    <ReasonedButton
                      size="compact-sm"
                      variant="subtle"
                      color="red"
                      whyNot={one.why_not}
                      onClick={() => void ask(one, false)}
                    >
                      Rechazar
                    </ReasonedButton>
                  </Group>
                ) : null,
            },
          ]}
        />
      )}
      {drawer.opened && <SupplierAccountDrawer onClose={drawer.close} />}
    </>
  );
}
