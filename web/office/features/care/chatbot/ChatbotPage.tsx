import { Button, Tabs } from '@mantine/core';
import { OTHER_LIST, usePatchSearch } from '#web/office/lib/listSearch.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { linkOptions } from '@tanstack/react-router';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import type { ChatbotSearch } from './chatbotSearch.ts';
import { BotRulesTab } from './BotRulesTab.tsx';
import { SourcesTab } from './SourcesTab.tsx';
import { TestsTab } from './TestsTab.tsx';
import { TrainDrawer } from './TrainDrawer.tsx';
import { TryTab } from './TryTab.tsx';
import { UnansweredTab } from './UnansweredTab.tsx';
import { VersionsTab } from './VersionsTab.tsx';

/** What the chatbot knows, what it did not know, and which version the public has. */
export function ChatbotPage({ search }: { search: ChatbotSearch }) {
  const patch = usePatchSearch();
  const trains = useCan('chatbot.editar');
  const training = useDrawer('entrenar');
  const button = trains ? <Button onClick={() => training.open()}>Entrenar</Button> : null;
  return (
    <>
      <PageHeader
        title="Chatbot"
        count={null}
        text="Responde a los compradores con lo que dicen sus fuentes. Los precios y la disponibilidad salen siempre de los registros."
        actions={
          trains && (
            <>
              <PageLink {...linkOptions({ to: '/oficina/importar', search: { tipo: 'pairs' } })}>
                Importar desde Excel
              </PageLink>
              {button}
            </>
          )
        }
      />
      <Tabs
        value={search.ver ?? 'fuentes'}
        onChange={(ver) =>
          patch({
            ver: ver === 'fuentes' ? undefined : ver,
            q: undefined,
            estado: undefined,
            fuente: undefined,
            ...OTHER_LIST,
            vista: undefined,
          })
        }
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="fuentes">Entrenamiento</Tabs.Tab>
          <Tabs.Tab value="preguntas">Preguntas sin respuesta</Tabs.Tab>
          <Tabs.Tab value="pruebas">Pruebas</Tabs.Tab>
          <Tabs.Tab value="versiones">Versiones</Tabs.Tab>
          <Tabs.Tab value="probar">Probar</Tabs.Tab>
          <Tabs.Tab value="reglas">Cuándo responde</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="fuentes">
          <SourcesTab search={search} onSearch={patch} action={button} />
        </Tabs.Panel>
        <Tabs.Panel value="preguntas">
          <UnansweredTab search={search} />
        </Tabs.Panel>
        <Tabs.Panel value="pruebas">
          <TestsTab />
        </Tabs.Panel>
        <Tabs.Panel value="versiones">
          <VersionsTab />
        </Tabs.Panel>
        <Tabs.Panel value="probar">
          <TryTab />
        </Tabs.Panel>
        <Tabs.Panel value="reglas">
          <BotRulesTab />
        </Tabs.Panel>
      </Tabs>
      {trains && training.opened && <TrainDrawer onClose={training.close} />}
    </>
  );
}
