import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { deedsOfSale, openDeed } from '#contract/legal/deeds/endpoints.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { DeedBlock } from './deedColumns.tsx';

/** The deeds of a sale: the current one, and the void ones before it. */
export function SaleDeed({ saleId }: { saleId: number }) {
  const query = useQuery(queryOf(deedsOfSale, { params: { id: saleId } }));
  const opens = useCan('legal.crear');
  const open = useAction(openDeed, { success: 'Escritura abierta.' });
  if (query.error) throw query.error;
  if (!query.data) return <PendingPage />;
  const { deeds, why_not_open } = query.data.data;
  const add =
    opens && why_not_open === null ? (
      <Button loading={open.isPending} onClick={() => open.mutate({ body: { venta_id: saleId } })}>
        Abrir escritura
      </Button>
    ) : null;
  if (deeds.length === 0)
    return (
      <EmptyState
        title="Sin escritura"
        text={why_not_open ?? 'Esta venta está en escritura y no tiene una abierta.'}
        action={add}
      />
    );
  return (
    <Stack gap="md">
      {deeds.map((deed) => (
        <Section
          key={deed.id}
          title={deed.number ? `Escritura ${deed.number}` : 'Escritura'}
          actions={
            <PageLink to="/oficina/escrituras/$id" params={{ id: deed.id }} size="sm" underline="always">
              Abrir la escritura
            </PageLink>
          }
        >
          <Stack gap="xs" align="flex-start">
            <StatePill catalog="writing" state={deed.state} />
            {deed.holder && <Text size="sm">La tiene: {deed.holder}</Text>}
            <Text size="sm" component="div">
              Desde el <DateText instant={deed.state_since} dayOnly />
              {deed.due_on && (
                <>
                  , debería pasar antes del <DateText day={deed.due_on} />
                </>
              )}
            </Text>
            <DeedBlock deed={deed} />
          </Stack>
        </Section>
      ))}
      {add}
    </Stack>
  );
}
