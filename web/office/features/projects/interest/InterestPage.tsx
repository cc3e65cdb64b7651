import { Tabs } from '@mantine/core';
import { OTHER_LIST, usePatchSearch } from '#web/office/lib/listSearch.ts';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { CostsTab } from './CostsTab.tsx';
import type { InterestSearch } from './interestSearch.ts';
import { RuleChanges } from './RuleChanges.tsx';
import { RulesTab } from './RulesTab.tsx';

/** The preferential interest rules, the closing costs, and the quotes and sales that a change affects. */
export function InterestPage({ search }: { search: InterestSearch }) {
  const patch = usePatchSearch();
  return (
    <>
      <PageHeader
        title="Interés preferencial"
        count={null}
        text="Las reglas y los gastos con los que se calculan proformas y letras. Nada se borra: cada proforma conserva los suyos."
      />
      <Tabs
        value={search.ver ?? 'reglas'}
        onChange={(ver) =>
          patch({
            ver: ver === 'reglas' ? undefined : ver,
            cuales: undefined,
            cambio: undefined,
            fila: undefined,
            tipo: undefined,
            ...OTHER_LIST,
          })
        }
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="reglas">Reglas</Tabs.Tab>
          <Tabs.Tab value="gastos">Gastos de cierre</Tabs.Tab>
          <Tabs.Tab value="cambios">Cambios</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="reglas">
          <RulesTab search={search} onSearch={patch} />
        </Tabs.Panel>
        <Tabs.Panel value="gastos">
          <CostsTab search={search} onSearch={patch} />
        </Tabs.Panel>
        <Tabs.Panel value="cambios">
          <RuleChanges search={search} onSearch={patch} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
