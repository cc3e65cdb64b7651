import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IconPlus } from '@tabler/icons-react';
import { listQuotes } from '#contract/sales/quotes/endpoints.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { QuoteDrawer } from './QuoteDrawer.tsx';
import { QuoteList } from './QuoteList.tsx';
import { startOf, type KnownHouse } from './quoteForm.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';

/** A person's or a sale's quotes, with a button for a new one; part of their pages. */
export function QuotesOf({
  personId,
  saleId,
  house,
}: {
  personId?: number;
  saleId?: number;
  house?: KnownHouse;
}) {
  const navigate = useNavigate();
  const mayCreate = useCan('ventas.crear');
  const creating = useDrawer('proforma');
  const asked = saleId === undefined ? { persona_id: personId } : { venta_id: saleId };
  const { data } = useQuery(queryOf(listQuotes, { query: { ...asked, per_page: 50 } }));
  const rows = data?.data ?? [];
  return (
    <Section
      title="Proformas"
      actions={
        mayCreate && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => creating.open()}
          >
            Nueva proforma
          </Button>
        )
      }
    >
      <Stack gap="xs">
        {rows.length > 0 ? (
          <QuoteList rows={rows} />
        ) : (
          data && <EmptyState title="Aún no hay proformas" text="Aquí quedan las que se le hagan." />
        )}
      </Stack>
      {creating.opened && (
        <QuoteDrawer
          {...(personId !== undefined && saleId === undefined && { personId })}
          {...(saleId !== undefined && { saleId })}
          {...(house && { starts: startOf(house) })}
          onClose={creating.close}
          onMade={(id) => void navigate({ to: '/oficina/proformas/$id', params: { id } })}
        />
      )}
    </Section>
  );
}
