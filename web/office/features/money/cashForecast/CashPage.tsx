import { Button, Tabs } from '@mantine/core';
import { IconPlus, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { cashOutlook, recalculateCash } from '#contract/money/cashForecast/endpoints.ts';
import { OTHER_LIST, usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { CASH_TABS, type CashSearch, type CashTab } from './cashSearch.ts';
import { ErrorsTab } from './ErrorsTab.tsx';
import { ExpectationDrawer } from './ExpectationDrawer.tsx';
import { ExpectationsTab } from './ExpectationsTab.tsx';
import { ForecastTab } from './ForecastTab.tsx';
import { MovesTab } from './MovesTab.tsx';
import { PacesTab } from './PacesTab.tsx';

const TABS: Readonly<Record<CashTab, (props: { search: CashSearch }) => ReactNode>> = {
  caja: ForecastTab,
  movimientos: MovesTab,
  previstos: ExpectationsTab,
  error: ErrorsTab,
  ritmos: PacesTab,
};
const isTab = (text: string | null): text is CashTab => text !== null && text in CASH_TABS;

/** Cash of the coming twelve months; what it rests on, and how far off it was. */
export function CashPage({ search }: { search: CashSearch }) {
  const patch = usePatchSearch();
  const mayCreate = useCan('contabilidad.crear');
  const creating = useDrawer('nuevo');
  const recalculate = useAction(recalculateCash);
  const { libro_id, proyecto_id } = search;
  const outlook = useQuery(queryOf(cashOutlook, { query: { libro_id, proyecto_id } }));
  const computing = recalculate.isPending || outlook.data?.data.computing === true;
  const shown = search.ver ?? 'caja';
  const Shown = TABS[shown];
  return (
    <>
      <PageHeader
        title="Flujo de caja"
        count={null}
        text="Lo que entrará y saldrá del banco en los próximos doce meses, según las ventas y la obra."
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} aria-hidden />}
              loading={computing}
              onClick={() => recalculate.mutate({ body: {} })}
            >
              Calcular ahora
            </Button>
            {mayCreate && (
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => creating.open()}>
                Agregar previsto
              </Button>
            )}
          </>
        }
      />
      <Tabs
        value={shown}
        keepMounted={false}
        onChange={(ver) =>
          isTab(ver) &&
          patch({
            ...OTHER_LIST,
            ver: ver === 'caja' ? undefined : ver,
            desde: undefined,
            hasta: undefined,
            clase: undefined,
            lado: undefined,
            q: undefined,
            vista: undefined,
          })
        }
      >
        <Tabs.List mb="md">
          {Object.entries(CASH_TABS).map(([key, title]) => (
            <Tabs.Tab key={key} value={key}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={shown}>
          <Shown search={search} />
        </Tabs.Panel>
      </Tabs>
      {mayCreate && creating.opened && <ExpectationDrawer expectation={null} onClose={creating.close} />}
    </>
  );
}
