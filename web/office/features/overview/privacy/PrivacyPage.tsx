import { Anchor, Tabs } from '@mantine/core';
import { OTHER_LIST, usePatchSearch } from '#web/office/lib/listSearch.ts';
import { useCan } from '#web/office/lib/session.ts';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { ConsentsTab } from './ConsentsTab.tsx';
import type { PrivacySearch } from './privacySearch.ts';
import { RightsTab } from './RightsTab.tsx';
import { PurgesTab } from './PurgesTab.tsx';
import { TransfersTab } from './TransfersTab.tsx';

/** The registers that Ley 81 de 2019 requires: consents, documents sent to banks, and purged data. */
export function PrivacyPage({ search }: { search: PrivacySearch }) {
  const patch = usePatchSearch();
  const audits = useCan('auditoria.ver');
  return (
    <>
      <PageHeader
        title="Privacidad"
        count={null}
        text="Los permisos de los compradores para usar sus datos, lo que se entregó a los bancos y lo que se borró al cumplirse su tiempo (Ley 81 de 2019)."
        actions={
          <>
            {audits && (
              <PageLink
                to="/oficina/auditoria"
                search={{ que: 'vio', registro: 'archivo' }}
                size="sm"
                underline="always"
              >
                Quién abrió documentos
              </PageLink>
            )}
            <Anchor href="/privacidad" target="_blank" rel="noreferrer" size="sm">
              Ver la página de privacidad
            </Anchor>
          </>
        }
      />
      <Tabs
        value={search.ver ?? 'permisos'}
        onChange={(ver) =>
          patch({
            ver: ver === 'permisos' ? undefined : ver,
            derecho: undefined,
            q: undefined,
            ...OTHER_LIST,
            vista: undefined,
          })
        }
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="permisos">Permisos</Tabs.Tab>
          <Tabs.Tab value="entregas">Entregas a bancos</Tabs.Tab>
          <Tabs.Tab value="borrados">Datos borrados</Tabs.Tab>
          <Tabs.Tab value="derechos">Derechos</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="permisos">
          <ConsentsTab search={search} onSearch={patch} />
        </Tabs.Panel>
        <Tabs.Panel value="entregas">
          <TransfersTab search={search} />
        </Tabs.Panel>
        <Tabs.Panel value="derechos">
          <RightsTab search={search} />
        </Tabs.Panel>
        <Tabs.Panel value="borrados">
          <PurgesTab search={search} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
