import { Button, Group, List, NativeSelect, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listGiven, listTemplates } from '#contract/care/handover/endpoints.ts';
import { GIVEN_KINDS, type HandoverTemplate } from '#contract/care/handover/model.ts';
import { listProjectModels } from '#contract/projects/projects/endpoints.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';
import { GivenDrawer } from './GivenDrawer.tsx';
import { TemplateDrawer, templateName } from './TemplateDrawer.tsx';

/** The lists of rooms and points of the inspections, and the manuals that families get. */
export function TemplatesPage() {
  const { data } = useQuery(queryOf(listTemplates, {}));
  const given = useQuery(queryOf(listGiven, {}));
  const models = useOptions(queryOf(listProjectModels, {}));
  const hands = useCan('ventas.entregar');
  const [open, setOpen] = useState<HandoverTemplate | 'given' | null>(null);
  const [chosen, setChosen] = useState('');
  const lists = data?.data ?? [];
  const general = lists.find(({ model }) => model === null);
  const without = models.filter(({ id }) => !lists.some(({ model }) => model?.id === id));
  const begin = () => {
    const model = without.find(({ id }) => String(id) === chosen);
    if (model && general)
      setOpen({ ...general, model: { ...model, project: '' }, version: 0, by: null, at: null });
  };
  return (
    <>
      <PageHeader
        title="Listas y manuales de entrega"
        count={null}
        text="Qué se revisa con el comprador, ambiente por ambiente, y qué documentos recibe con su casa."
        actions={null}
      />
      <Stack gap="lg">
        <Section title="Listas de inspección">
          <Stack gap="sm">
            {lists.map((one) => (
              <Paper key={one.model?.id ?? 0} withBorder p="md">
                <Group justify="space-between" align="flex-start" wrap="nowrap">
                  <div>
                    <Text fw={600}>{templateName(one)}</Text>
                    <Text size="xs" c="dimmed">
                      {one.version === 0 ? 'La que trae el sistema' : `Versión ${one.version}`}
                      {one.by && ` · ${one.by}`}
                      {!one.model && ' · Para modelos sin lista propia'}
                    </Text>
                    <List size="sm" mt="xs">
                      {one.rooms.map(({ nombre, puntos }) => (
                        <List.Item key={nombre}>
                          <b>{nombre}</b>: {puntos.map((point) => point.nombre).join(', ')}
                        </List.Item>
                      ))}
                    </List>
                  </div>
                  {hands && (
                    <Button
                      variant="default"
                      aria-label={`Cambiar ${templateName(one)}`}
                      onClick={() => setOpen(one)}
                    >
                      Cambiar
                    </Button>
                  )}
                </Group>
              </Paper>
            ))}
            {hands && without.length > 0 && (
              <Group>
                <NativeSelect
                  aria-label="Modelo con lista propia"
                  data={[
                    { value: '', label: 'Elige el modelo' },
                    ...without.map(({ id, name }) => ({ value: String(id), label: name })),
                  ]}
                  value={chosen}
                  onChange={(event) => setChosen(event.currentTarget.value)}
                />
                <Button variant="default" disabled={chosen === ''} onClick={begin}>
                  Escribir su lista
                </Button>
              </Group>
            )}
          </Stack>
        </Section>
        <Section
          title="Manuales y reglamentos"
          text="El comprador los baja desde su compra después de la entrega. Uno nuevo reemplaza al anterior."
          actions={hands && <Button onClick={() => setOpen('given')}>Subir documento</Button>}
        >
          {given.data && given.data.data.length === 0 ? (
            <Text c="dimmed">Todavía no hay manuales.</Text>
          ) : (
            <ShortTable
              label="Manuales y reglamentos"
              rows={given.data?.data ?? []}
              rowId={(one) => one.id}
              columns={[
                {
                  title: 'Documento',
                  render: (one) => (
                    <a href={one.url} target="_blank" rel="noreferrer">
                      {GIVEN_KINDS[one.kind]}
                    </a>
                  ),
                },
                { title: 'Proyecto', render: (one) => one.project.name },
                { title: 'Modelo', render: (one) => one.model?.name ?? 'Todos' },
                { title: 'Desde', render: (one) => <DateText instant={one.at} /> },
              ]}
            />
          )}
        </Section>
      </Stack>
      {open === 'given' && <GivenDrawer onClose={() => setOpen(null)} />}
      {open !== null && open !== 'given' && (
        <TemplateDrawer key={open.model?.id ?? 0} template={open} onClose={() => setOpen(null)} />
      )}
    </>
  );
}
