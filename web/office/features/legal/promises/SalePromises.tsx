import { Alert, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { showDay } from '#contract/dates.ts';
import { salePromises } from '#contract/legal/promises/endpoints.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';
import { GenerateDrawer } from './GenerateDrawer.tsx';
import { PromiseState } from './promiseColumns.tsx';

/** The promises of a sale on its page, and the button that generates the next one. */
export function SalePromises({ saleId }: { saleId: number }) {
  const { data, error } = useQuery(queryOf(salePromises, { params: { id: saleId } }));
  const generating = useDrawer('promesa');
  if (error) return <Alert color="red" variant="light" title={sentence(error)} />;
  if (!data) return null;
  const { promises, generate } = data.data;
  const button = generate && (
    <ReasonedButton whyNot={generate.disabled} onClick={() => generating.open()}>
      Generar la promesa
    </ReasonedButton>
  );
  return (
    <Stack gap="md">
      {promises.length === 0 ? (
        <EmptyState
          title="Todavía no hay promesa"
          text={generate?.disabled ?? 'Se genera con la plantilla aprobada y los datos de esta venta.'}
          action={button}
        />
      ) : (
        <>
          {button && <Group>{button}</Group>}
          <ShortTable
            label="Promesas"
            rows={promises}
            rowId={(one) => one.id}
            columns={[
              {
                title: 'Promesa',
                render: (one) => (
                  <PageLink to="/oficina/promesas/$id" params={{ id: one.id }} size="sm" underline="always">
                    {one.code}
                  </PageLink>
                ),
              },
              { title: 'Estado', render: (one) => <PromiseState one={one} /> },
              {
                title: 'Entrega',
                render: (one) => (one.delivery_on ? showDay(one.delivery_on) : '—'),
              },
              { title: 'Motivo del rechazo', render: (one) => <Text size="sm">{one.rejection ?? '—'}</Text> },
            ]}
          />
        </>
      )}
      {generating.opened && generate?.disabled === null && (
        <GenerateDrawer saleId={saleId} of={data.data} onClose={generating.close} />
      )}
    </Stack>
  );
}
