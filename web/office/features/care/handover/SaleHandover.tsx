import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listHandovers } from '#contract/care/handover/endpoints.ts';
import type { SaleRecord } from '#contract/sales/sale/model.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { NewHandoverDrawer } from './NewHandoverDrawer.tsx';

interface SaleHandoverProps {
  sale: Pick<SaleRecord, 'id' | 'code' | 'state'>;
}

/** The delivery of a sale's house, on the sale's page. Nothing before the deed. */
export function SaleHandover({ sale }: SaleHandoverProps) {
  const creating = useDrawer('entrega');
  const hands = useCan('ventas.entregar');
  const late = sale.state.id >= SALE.inDeed && sale.state.id <= SALE.closed;
  const { data } = useQuery({ ...queryOf(listHandovers, { query: { venta_id: sale.id } }), enabled: late });
  if (!late || !data) return null;
  const [handover] = data.data;
  return (
    <Section
      title="Entrega de la vivienda"
      actions={
        hands &&
        !handover &&
        sale.state.id <= SALE.disbursed && (
          <Button variant="default" onClick={() => creating.open()}>
            Programar entrega
          </Button>
        )
      }
    >
      {handover ? (
        <Stack gap={4}>
          <Group gap="xs">
            <PageLink to="/oficina/entregas/$id" params={{ id: handover.id }} underline="always">
              {handover.code}
            </PageLink>
            <StatePill catalog="handover" state={handover.state} />
          </Group>
          <Text size="sm" component="div">
            {handover.delivered_on ? 'Entregada el ' : 'Inspección el '}
            <DateText day={handover.delivered_on ?? handover.scheduled_on} />
            {handover.open_items > 0 && ` · ${handover.open_items} pendientes`}
          </Text>
        </Stack>
      ) : (
        <Text size="sm" c="dimmed">
          Todavía no se programa.
        </Text>
      )}
      {creating.opened && hands && sale.code && (
        <NewHandoverDrawer sale={sale.code} onClose={creating.close} />
      )}
    </Section>
  );
}
