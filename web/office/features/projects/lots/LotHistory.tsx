import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lotHistory } from '#contract/projects/lots/endpoints.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';

/** A lot's sales, prices and changes. */
export function LotHistory({ id }: { id: number }) {
  const { data } = useQuery(queryOf(lotHistory, { params: { id } }));
  const events = data?.data ?? [];
  return (
    <section aria-label="Historia del lote">
      <Title order={3} size="h5" mb={4}>
        Historia
      </Title>
      {data && events.length === 0 && (
        <Text size="sm" c="dimmed">
          Aún no hay nada que contar.
        </Text>
      )}
      <Stack gap="xs">
        {events.map((one) => (
          <div key={`${one.at} ${one.kind} ${one.text}`}>
            <Text size="sm">
              {one.sale_id === null ? (
                one.text
              ) : (
                <PageLink to="/oficina/ventas/$id" params={{ id: one.sale_id }} underline="always">
                  {one.text}
                </PageLink>
              )}
            </Text>
            <Text size="xs" c="dimmed">
              <DateText instant={one.at} />
              {one.by && ` · ${one.by}`}
            </Text>
          </div>
        ))}
      </Stack>
    </section>
  );
}
