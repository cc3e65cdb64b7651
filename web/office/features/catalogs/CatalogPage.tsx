import { Alert, Button, Group, Stack, Switch, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { listCatalogItems, listCatalogs, orderCatalog } from '#contract/catalogs/endpoints.ts';
import type { CatalogItem } from '#contract/catalogs/model.ts';
import { whyNotGrow } from '#contract/catalogs/rules.ts';
import { call } from '#web/office/lib/call.ts';
import { keyOf, queryOf } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { toast } from '#web/office/ui/toast.tsx';
import { ItemDrawer } from './ItemDrawer.tsx';
import { ItemList } from './ItemList.tsx';

/** One list: its rows in the order in which they are offered. */
export function CatalogPage({ name }: { name: string }) {
  const mayAdd = useCan('administracion.crear');
  const [open, setOpen] = useState<CatalogItem | 'new' | null>(null);
  const [archived, setArchived] = useState(false);
  const lists = useQuery(queryOf(listCatalogs));
  const query = useQuery(queryOf(listCatalogItems, { params: { name } }));
  const order = useOrder(name);
  const list = lists.data?.data.find((one) => one.name === name);
  if (query.error) throw query.error;
  if (!query.data || !list) return <PendingPage />;

  const items = query.data.data;
  const active = items.filter((one) => one.archived_at === null);
  const why = whyNotGrow(list);
  return (
    <Stack gap="md" maw={760}>
      <div>
        <PageHeader
          title={list.title}
          count={active.length}
          actions={
            mayAdd && !why ? (
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen('new')}>
                Agregar
              </Button>
            ) : null
          }
        />
        <Text size="sm">
          <PageLink href="/oficina/listas">Todas las listas</PageLink>
        </Text>
      </div>
      {why && <Alert variant="light" color="brand" title={why} />}
      {active.length === 0 ? (
        <EmptyState title="La lista está vacía" text="Agrega la primera fila para poder escogerla." />
      ) : (
        <ItemList
          name={name}
          items={active}
          fixed={why !== undefined}
          moving={order.isPending}
          onOrder={order.mutate}
          onEdit={setOpen}
        />
      )}
      {active.length < items.length && (
        <>
          <Group>
            <Switch
              label={`Mostrar las archivadas (${items.length - active.length})`}
              checked={archived}
              onChange={(event) => setArchived(event.currentTarget.checked)}
            />
          </Group>
          {archived && (
            <ItemList
              name={name}
              items={items.filter((one) => one.archived_at !== null)}
              fixed={why !== undefined}
              moving={false}
              onOrder={null}
              onEdit={setOpen}
            />
          )}
        </>
      )}
      {open && <ItemDrawer list={list} item={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </Stack>
  );
}

/** Puts the rows in a new order at once, and back with its reason when the server refuses. */
function useOrder(name: string) {
  const client = useQueryClient();
  const { queryKey } = queryOf(listCatalogItems, { params: { name } });
  return useMutation({
    mutationFn: (ids: number[]) => call(orderCatalog, { params: { name }, body: { ids } }),
    onMutate: async (ids) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<{ data: CatalogItem[] }>(queryKey);
      const placeOf = (id: number) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
      client.setQueryData<{ data: CatalogItem[] }>(
        queryKey,
        before && { data: before.data.toSorted((a, b) => placeOf(a.id) - placeOf(b.id)) },
      );
      return before;
    },
    onSuccess: () => toast.success('Orden guardado.'),
    onError: (_error, _ids, before) => client.setQueryData(queryKey, before),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(listCatalogItems) }),
  });
}
