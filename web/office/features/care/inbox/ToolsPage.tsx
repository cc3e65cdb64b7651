import { Tabs } from '@mantine/core';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { useCan } from '#web/office/lib/session.ts';
import { linkOptions } from '@tanstack/react-router';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { CampaignsTab } from '#web/office/features/care/campaigns/CampaignsTab.tsx';
import { TemplatesTab } from '#web/office/features/care/whatsapp/TemplatesTab.tsx';
import { QuickTab } from './QuickTab.tsx';
import type { ToolsSearch } from './toolsSearch.ts';

/** What the team prepares for the chat: quick answers, templates and messages to groups. */
export function ToolsPage({ search }: { search: ToolsSearch }) {
  const patch = usePatchSearch();
  const sends = useCan('chat.aprobar');
  const imports = useCan('chat.editar');
  return (
    <>
      <PageHeader
        title="Respuestas y plantillas"
        count={null}
        text="Lo que el equipo prepara para el chat."
        actions={
          imports && (
            <PageLink {...linkOptions({ to: '/oficina/importar', search: { tipo: 'quick' } })}>
              Importar desde Excel
            </PageLink>
          )
        }
      />
      <Tabs
        value={search.ver ?? 'respuestas'}
        onChange={(ver) => patch({ ver: ver === 'respuestas' ? undefined : ver, abrir: undefined })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="respuestas">Respuestas rápidas</Tabs.Tab>
          <Tabs.Tab value="plantillas">Plantillas de WhatsApp</Tabs.Tab>
          {sends && <Tabs.Tab value="envios">Envíos a un grupo</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="respuestas">
          <QuickTab />
        </Tabs.Panel>
        <Tabs.Panel value="plantillas">
          <TemplatesTab />
        </Tabs.Panel>
        {sends && (
          <Tabs.Panel value="envios">
            <CampaignsTab />
          </Tabs.Panel>
        )}
      </Tabs>
    </>
  );
}
