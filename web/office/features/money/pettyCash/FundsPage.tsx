import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { listFunds } from '#contract/money/pettyCash/endpoints.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';
import { FundDrawer } from './FundDrawer.tsx';

/** The petty cash funds. */
export function FundsPage() {
  const opens = useCan('contabilidad.aprobar');
  const drawer = useDrawer('nueva');
  const query = useQuery(queryOf(listFunds, {}));
  if (query.error) throw query.error;
  const list = query.data?.data;
  if (!list) return <PendingPage />;
  return (
    <>
      <PageHeader
        title="Caja menuda"
        count={list.length}
        actions={opens ? <Button onClick={() => drawer.open()}>Abrir caja</Button> : null}
      />
      {list.length === 0 ? (
        <EmptyState title="Aún no hay cajas menudas" text="Abre una y elige quién la custodia." />
      ) : (
        <ShortTable
          label="Cajas menudas"
          rows={list}
          rowId={({ id }) => id}
          rowHeads
          columns={[
            {
              title: 'Caja',
              render: ({ id, name }) => (
                <PageLink {...linkOptions({ to: '/oficina/caja-menuda/$id', params: { id } })}>
                  {name}
                </PageLink>
              ),
            },
            { title: 'La custodia', render: ({ custodian }) => custodian.name },
            { title: 'Proyecto', render: ({ project }) => project?.name ?? '' },
            { title: 'Último arqueo', render: ({ counted_on }) => <DateText day={counted_on} /> },
            { title: 'Fondo', money: ({ cents }) => cents, sum: true },
            { title: 'Debe haber', money: ({ cash_centavos }) => cash_centavos, sum: true },
            { title: 'Por reponer', money: ({ open_centavos }) => open_centavos, sum: true },
          ]}
        />
      )}
      {drawer.opened && <FundDrawer onClose={drawer.close} />}
    </>
  );
}
