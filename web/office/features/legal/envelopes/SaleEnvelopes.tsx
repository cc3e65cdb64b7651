import { Button, Group, Stack, Text } from '@mantine/core';
import { IconSignature } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { envelopesOfSale } from '#contract/legal/envelopes/endpoints.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { SendDocumentForm } from './SendDocumentForm.tsx';

/** The documents of a sale that were sent for signing, and the way to send another one. */
export function SaleEnvelopes({ saleId }: { saleId: number }) {
  const query = useQuery(queryOf(envelopesOfSale, { params: { id: saleId } }));
  const maySend = useCan('legal.crear');
  const form = useDrawer('firmar');
  if (query.error) throw query.error;
  if (!query.data) return <PendingPage />;
  const rows = query.data.data;
  const send = (
    <Button leftSection={<IconSignature size={16} aria-hidden />} onClick={() => form.open()}>
      Enviar un documento a firmar
    </Button>
  );
  return (
    <Stack gap="md">
      {rows.length > 0 && maySend && <Group>{send}</Group>}
      {rows.length === 0 ? (
        <EmptyState
          title="Ningún documento por firmar"
          text="Una carta, un acta o una autorización se firma en línea, con un código para cada persona."
          action={maySend ? send : null}
        />
      ) : (
        <ShortTable
          label="Documentos enviados a firmar"
          rows={rows}
          rowId={({ id }) => id}
          columns={[
            {
              title: 'Documento',
              render: (one) => (
                <PageLink to="/oficina/firmas" search={{ sobre: one.id }} size="sm">
                  {one.title}
                </PageLink>
              ),
            },
            { title: 'Estado', render: (one) => <StatePill catalog="envelope" state={one.state} /> },
            {
              title: 'Le toca a',
              render: (one) => <Text size="sm">{one.turn ?? '—'}</Text>,
            },
            {
              title: 'Firmas',
              render: (one) => (
                <span className="figures">
                  {one.signed_count} de {one.signers_count}
                </span>
              ),
            },
            { title: 'Enviado', render: (one) => <DateText instant={one.opened_at} dayOnly /> },
          ]}
        />
      )}
      {form.opened && maySend && <SendDocumentForm saleId={saleId} onClose={form.close} />}
    </Stack>
  );
}
