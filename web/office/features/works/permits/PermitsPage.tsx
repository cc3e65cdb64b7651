import { Button, Tabs } from '@mantine/core';
import { IconFileImport, IconPlus, IconStack2 } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { OTHER_LIST, usePatchSearch } from '#web/office/lib/listSearch.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { NewPermitDrawer } from './NewPermitDrawer.tsx';
import { PermitDrawer } from './PermitDrawer.tsx';
import { PermitList } from './PermitList.tsx';
import { PermitMatrixTab } from './PermitMatrix.tsx';
import type { PermitsSearch } from './permitsSearch.ts';
import { StartPermitsDrawer } from './StartPermitsDrawer.tsx';

/** The permits as a list, and what each model and each house still lacks. */
export function PermitsPage({ search }: { search: PermitsSearch }) {
  const patch = usePatchSearch();
  const navigate = useNavigate();
  const mayCreate = useCan('permisos.crear');
  const creating = useDrawer('nuevo');
  const starting = useDrawer('varios');
  return (
    <>
      <PageHeader
        title="Permisos"
        count={null}
        text="Los trámites de cada proyecto, modelo y vivienda."
        actions={
          mayCreate && (
            <>
              <Button
                variant="default"
                leftSection={<IconFileImport size={16} aria-hidden />}
                onClick={() => void navigate({ to: '/oficina/importar', search: { tipo: 'permits' } })}
              >
                Importar
              </Button>
              <Button
                variant="default"
                leftSection={<IconStack2 size={16} aria-hidden />}
                onClick={() => starting.open()}
              >
                Empezar varios
              </Button>
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => creating.open()}>
                Nuevo permiso
              </Button>
            </>
          )
        }
      />
      <Tabs
        value={search.ver ?? 'lista'}
        onChange={(ver) =>
          patch({ ver: ver === 'lista' ? undefined : ver, permiso: undefined, q: undefined, ...OTHER_LIST })
        }
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="lista">Lista</Tabs.Tab>
          <Tabs.Tab value="modelo">Por modelo</Tabs.Tab>
          <Tabs.Tab value="vivienda">Por vivienda</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="lista">
          <PermitList search={search} />
        </Tabs.Panel>
        {(['modelo', 'vivienda'] as const).map((by) => (
          <Tabs.Panel key={by} value={by}>
            <PermitMatrixTab by={by} search={search} onNew={mayCreate ? creating.open : null} />
          </Tabs.Panel>
        ))}
      </Tabs>
      {mayCreate && creating.opened && (
        <NewPermitDrawer of={creating.word} projectId={search.proyecto_id} onClose={creating.close} />
      )}
      {mayCreate && starting.opened && (
        <StartPermitsDrawer projectId={search.proyecto_id} onClose={starting.close} />
      )}
      {search.ver !== undefined && search.permiso !== undefined && (
        <PermitDrawer
          key={search.permiso}
          id={search.permiso}
          onClose={() => patch({ permiso: undefined })}
        />
      )}
    </>
  );
}
