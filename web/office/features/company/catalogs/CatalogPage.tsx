import { Alert, Badge, Button, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { IconPlus, IconSearch, IconSortAZ } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  listCatalogItems,
  listCatalogs,
  listCatalogUses,
  orderCatalog,
} from '#contract/company/catalogs/endpoints.ts';
import { CATALOGS } from '#contract/company/catalogs/lists.ts';
import type { CatalogItem } from '#contract/company/catalogs/model.ts';
import { KINDS, whyNotGrow } from '#contract/company/catalogs/rules.ts';
import { call } from '#web/office/lib/call.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { ExportMenu } from '#web/office/ui/table/ExportMenu.tsx';
import { refreshed } from '#web/office/lib/refresh.ts';
import { toast } from '#web/office/ui/toast.tsx';
import type { CatalogSearch } from './catalogsSearch.ts';
import { columnsOf } from './columnsOf.ts';
import { holds } from './holds.ts';
import { ItemDrawer } from './ItemDrawer.tsx';
import { ItemList } from './ItemList.tsx';
import { labelOf } from './labelOf.ts';

const alphabet = new Intl.Collator('es', { numeric: true });

/** One catalog: its rows in the order of the choices, and how many records use each. */
export function CatalogPage({ name, search }: { name: string; search: CatalogSearch }) {
  const patch = usePatchSearch();
  const mayAdd = useCan('administracion.crear');
  const mayEdit = useCan('administracion.editar');
  const lists = useQuery(queryOf(listCatalogs));
  const query = useQuery(queryOf(listCatalogItems, { params: { name } }));
  const uses = useOptions(queryOf(listCatalogUses, { params: { name } }));
  const order = useOrder(name);
  const list = lists.data?.data.find((one) => one.name === name);
  if (query.error) throw query.error;
  if (!query.data || !list) return <PendingPage />;

  const definition = CATALOGS.find((one) => one.name === name);
  const counted = definition?.uses ? new Map(uses.map(({ id, count }) => [id, count])) : null;
  const items = query.data.data;
  const active = items.filter((one) => one.archived_at === null);
  const found = items.filter((one) =>
    holds(search.q, labelOf(definition, one), String(one.extra['name_id'] ?? '')),
  );
  const shown = found.filter((one) => one.archived_at === null);
  const archived = found.filter((one) => one.archived_at !== null);
  const byName = active.toSorted((a, b) => alphabet.compare(labelOf(definition, a), labelOf(definition, b)));
  const inOrder = active.every((one, at) => one.id === byName[at]?.id);
  const open = search.fila === 'nueva' ? 'nueva' : items.find((one) => one.id === search.fila);
  const rows = { name, definition, columns: definition ? columnsOf(definition) : [], uses: counted };
  const edit = (item: CatalogItem) => patch({ fila: item.id });
  return (
    <Stack gap="md" maw={760}>
      <div>
        <PageHeader
          title={list.title}
          count={active.length}
          actions={
            mayAdd && !whyNotGrow(list) ? (
              <Button
                leftSection={<IconPlus size={16} aria-hidden />}
                onClick={() => patch({ fila: 'nueva' })}
              >
                Agregar
              </Button>
            ) : null
          }
        />
        <Text size="sm">
          <PageLink to="/oficina/listas">Todas las listas</PageLink> · {list.module_label}
        </Text>
      </div>
      <Alert
        variant="light"
        color="gray"
        title={
          <Group gap="xs">
            Lista
            <Badge variant="default" tt="none" fw={500}>
              {KINDS[list.kind].name}
            </Badge>
          </Group>
        }
      >
        {KINDS[list.kind].text}
      </Alert>
      {'peso' in (definition?.stored.shape ?? {}) && <WeightCheck items={active} />}
      <Group justify="space-between" gap="xs">
        <TextInput
          type="search"
          aria-label="Buscar en la lista"
          placeholder="Buscar en la lista"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search.q ?? ''}
          onChange={(event) => patch({ q: event.currentTarget.value || undefined })}
        />
        <Group gap="xs">
          {mayEdit && !inOrder && list.kind !== 'fixed' && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconSortAZ size={14} aria-hidden />}
              loading={order.isPending}
              onClick={() => order.mutate(byName.map(({ id }) => id))}
            >
              Ordenar por nombre
            </Button>
          )}
          <ExportMenu
            list={listCatalogItems}
            asked={{ params: { name }, query: {} }}
            columns={(listCatalogItems.exports?.columns ?? []).map(({ key }) => key)}
            total={items.length}
          />
        </Group>
      </Group>
      {active.length === 0 ? (
        <EmptyState title="La lista está vacía" text="Agrega la primera fila para poder elegirla." />
      ) : shown.length === 0 ? (
        <EmptyState
          title="Ninguna fila se llama así"
          text="Prueba con otra palabra, o mira las archivadas."
        />
      ) : (
        <ItemList
          {...rows}
          items={shown}
          fixed={whyNotGrow(list) !== undefined}
          moving={order.isPending}
          // A filtered list cannot be reordered: the places of the hidden rows are unknown.
          onOrder={shown.length === active.length ? order.mutate : null}
          onEdit={edit}
        />
      )}
      {archived.length > 0 && (
        <>
          <Group>
            <Switch
              label={`Mostrar las archivadas (${archived.length})`}
              checked={search.archivadas ?? false}
              onChange={(event) => patch({ archivadas: event.currentTarget.checked || undefined })}
            />
          </Group>
          {search.archivadas && (
            <ItemList {...rows} items={archived} fixed={false} moving={false} onOrder={null} onEdit={edit} />
          )}
        </>
      )}
      {open && (
        <ItemDrawer
          key={open === 'nueva' ? open : open.id}
          list={list}
          item={open === 'nueva' ? null : open}
          onClose={() => patch({ fila: undefined })}
        />
      )}
    </Stack>
  );
}

/** Warns if the weights of the active activities do not add up to 100 %. */
function WeightCheck({ items }: { items: readonly CatalogItem[] }) {
  const sum =
    items.reduce((total, { extra }) => total + Math.round(Number(extra['peso'] ?? 0) * 100), 0) / 100;
  if (sum === 100) return null;
  return (
    <Alert variant="light" color="yellow" title={`Los pesos suman ${sum} %`}>
      Deben sumar 100 %: de ellos sale el avance de una vivienda.
    </Alert>
  );
}

/** Optimistic reorder: the rows move at once and move back if the server refuses. */
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
    onSettled: () => refreshed(),
  });
}
