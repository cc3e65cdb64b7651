import { Alert, Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listSeries } from '#contract/money/issuedInvoices/endpoints.ts';
import { documentDigits } from '#contract/money/issuedInvoices/rules.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';
import { SeriesDrawer } from './SeriesDrawer.tsx';

/** Where each company of the group issues from, and its running number. */
export function SeriesPage() {
  const query = useQuery(queryOf(listSeries, {}));
  const edits = useCan('contabilidad.aprobar');
  const drawer = useDrawer('punto');
  const making = useDrawer('nuevo');
  if (query.error) throw query.error;
  if (!query.data) return <PendingPage />;
  const { provider, series } = query.data.data;
  const opened = series.find(({ id }) => id === drawer.id);
  return (
    <>
      <PageHeader
        title="Puntos de emisión"
        count={null}
        actions={edits ? <Button onClick={() => making.open()}>Abrir punto de emisión</Button> : null}
      />
      <Stack gap="lg">
        {!provider && (
          <Alert color="yellow" variant="light" title="Sin proveedor configurado">
            Las facturas toman su número y esperan. Salen solas cuando el administrador del sistema pone la
            dirección y la credencial del proveedor autorizado.
          </Alert>
        )}
        {series.length === 0 ? (
          <EmptyState
            title="Ninguna empresa factura desde aquí"
            text="Abre el punto de emisión que la DGI le dio a cada empresa del grupo."
          />
        ) : (
          <ShortTable
            label="Puntos de emisión"
            rows={series}
            rowId={({ id }) => id}
            rowHeads
            columns={[
              { title: 'Empresa', render: ({ company }) => company.name },
              { title: 'Sucursal y punto', render: ({ branch, point }) => `${branch}-${point}` },
              {
                title: 'Último número',
                align: 'right',
                render: ({ last_number }) => (last_number === 0 ? 'Ninguno' : documentDigits(last_number)),
              },
              { title: 'Desde', render: ({ issues_from }) => <DateText day={issues_from} /> },
              { title: 'Esperan', align: 'right', render: ({ waiting }) => waiting },
              { title: 'Estado', render: ({ open }) => (open ? 'Abierto' : 'Cerrado') },
              {
                title: 'Acciones',
                quiet: true,
                render: ({ id, open, branch, point, company }) =>
                  edits && open ? (
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`Cambiar ${branch}-${point} de ${company.name}`}
                      onClick={() => drawer.open(id)}
                    >
                      Cambiar
                    </Button>
                  ) : null,
              },
            ]}
          />
        )}
      </Stack>
      {making.opened && <SeriesDrawer series={null} onClose={making.close} />}
      {opened && <SeriesDrawer series={opened} onClose={drawer.close} />}
    </>
  );
}
