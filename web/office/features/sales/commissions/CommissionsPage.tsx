import { Tabs } from '@mantine/core';
import { OTHER_LIST, usePatchSearch } from '#web/office/lib/listSearch.ts';
import { useCan } from '#web/office/lib/session.ts';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { AccountsTab } from './AccountsTab.tsx';
import { BrokersTab } from './BrokersTab.tsx';
import type { CommissionsSearch } from './commissionsSearch.ts';
import { LinesTab } from './LinesTab.tsx';
import { RulesTab } from './RulesTab.tsx';

/** Commissions of advisers and brokers: the lines, the accounts and the rules. */
export function CommissionsPage({ search }: { search: CommissionsSearch }) {
  const patch = usePatchSearch();
  const approvesSales = useCan('ventas.aprobar');
  const approvesMoney = useCan('pagos.aprobar');
  const audits = useCan('auditoria.ver');
  const seesAll = approvesSales || approvesMoney || audits;
  return (
    <>
      <PageHeader
        title="Comisiones"
        count={null}
        text="Se liberan por separación confirmada, promesa firmada y desembolso. Quien prepara un pago no lo aprueba."
      />
      <Tabs
        value={search.ver ?? 'partes'}
        onChange={(ver) =>
          patch({
            ver: ver === 'partes' ? undefined : ver,
            estado_id: undefined,
            asesor_id: undefined,
            corredor_id: undefined,
            ...OTHER_LIST,
          })
        }
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="partes">Partes</Tabs.Tab>
          <Tabs.Tab value="personas">Por persona</Tabs.Tab>
          {seesAll && <Tabs.Tab value="reglas">Reglas</Tabs.Tab>}
          {seesAll && <Tabs.Tab value="corredores">Corredores</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="partes">
          <LinesTab search={search} onSearch={patch} />
        </Tabs.Panel>
        <Tabs.Panel value="personas">
          <AccountsTab search={search} onSearch={patch} />
        </Tabs.Panel>
        {seesAll && (
          <>
            <Tabs.Panel value="reglas">
              <RulesTab />
            </Tabs.Panel>
            <Tabs.Panel value="corredores">
              <BrokersTab />
            </Tabs.Panel>
          </>
        )}
      </Tabs>
    </>
  );
}
