import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { saleAddenda } from '#contract/legal/addenda/endpoints.ts';
import { ADDENDUM_KINDS } from '#contract/legal/addenda/rules.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { AddendumDrawer } from './AddendumDrawer.tsx';

/** The addenda of a sale on its page. Nothing before there is something to change. */
export function SaleAddendaSection({ saleId }: { saleId: number }) {
  const { data } = useQuery(queryOf(saleAddenda, { params: { id: saleId } }));
  const creating = useDrawer('adenda');
  if (!data) return null;
  const { addenda, create } = data.data;
  if (addenda.length === 0 && create?.disabled !== null) return null;
  return (
    <Section
      title="Adendas"
      text="Cambian la promesa firmada o ceden la compra, con la firma de todas las partes."
      actions={
        create && (
          <ReasonedButton
            size="compact-sm"
            variant="default"
            whyNot={create.disabled}
            onClick={() => creating.open()}
          >
            Nueva adenda
          </ReasonedButton>
        )
      }
    >
      <Stack gap="sm">
        {addenda.length > 0 && (
          <ShortTable
            label="Adendas"
            rows={addenda}
            rowId={(one) => one.id}
            columns={[
              {
                title: 'Adenda',
                render: (one) => (
                  <PageLink to="/oficina/adendas/$id" params={{ id: one.id }} size="sm" underline="always">
                    {one.code}
                  </PageLink>
                ),
              },
              { title: 'Tipo', render: (one) => ADDENDUM_KINDS[one.kind] },
              { title: 'Lo que cambia', render: (one) => one.effect },
              { title: 'Estado', render: (one) => <StatePill catalog="addendum" state={one.state} /> },
            ]}
          />
        )}
      </Stack>
      {creating.opened && create && (
        <AddendumDrawer saleId={saleId} of={data.data} addendum={null} onClose={creating.close} />
      )}
    </Section>
  );
}
