import { Button, Tabs } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import { OTHER_LIST, usePatchSearch } from '#web/office/lib/listSearch.ts';
import { useCan } from '#web/office/lib/session.ts';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { IncreaseDrawer } from './IncreaseDrawer.tsx';
import { Increases } from './Increases.tsx';
import { PriceGrid } from './PriceGrid.tsx';
import { PriceHistory } from './PriceHistory.tsx';
import type { PricesSearch } from './pricesSearch.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';

/** Current prices, dated increases, and the history of both. */
export function PricesPage({ search }: { search: PricesSearch }) {
  const patch = usePatchSearch();
  const mayEdit = useCan('proyectos.editar');
  const preparing = useDrawer('aumento');
  return (
    <>
      <PageHeader
        title="Precios"
        count={null}
        text="Lo que cuesta cada modelo y lo que agrega cada lote. Un pre-contrato recibido conserva el suyo."
        actions={
          mayEdit ? (
            <Button leftSection={<IconCalendarPlus size={16} aria-hidden />} onClick={() => preparing.open()}>
              Preparar aumento
            </Button>
          ) : null
        }
      />
      <Tabs
        value={search.ver ?? 'precios'}
        onChange={(ver) =>
          patch({
            ver: ver === 'precios' ? undefined : ver,
            ...OTHER_LIST,
            per_page: undefined,
            q: undefined,
          })
        }
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="precios">En vigor</Tabs.Tab>
          <Tabs.Tab value="aumentos">Aumentos</Tabs.Tab>
          <Tabs.Tab value="historia">Historia</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="precios">
          <PriceGrid search={search} onSearch={patch} />
        </Tabs.Panel>
        <Tabs.Panel value="aumentos">
          <Increases search={search} onSearch={patch} />
        </Tabs.Panel>
        <Tabs.Panel value="historia">
          <PriceHistory search={search} />
        </Tabs.Panel>
      </Tabs>
      {mayEdit && preparing.opened && (
        <IncreaseDrawer
          projectId={search.proyecto_id}
          onClose={preparing.close}
          onPrepared={(id) => patch({ abrir: undefined, ver: 'aumentos', aumento: id })}
        />
      )}
    </>
  );
}
