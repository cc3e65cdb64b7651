import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { HouseModel, Media, Project } from '#contract/projects/projects/model.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { ModelDrawer } from './ModelDrawer.tsx';
import { ProjectState } from './ProjectState.tsx';
import styles from './projects.module.css';

interface ProjectModelsProps {
  project: Project;
  mayEdit: boolean;
  /** The model whose drawer is open. */
  openId: number | undefined;
  onOpen: (id: number | undefined) => void;
}

/** The house models of a project, in the order in which buyers see them. */
export function ProjectModels({ project, mayEdit, openId, onOpen }: ProjectModelsProps) {
  const [adding, setAdding] = useState(false);
  const open = project.models.find(({ id }) => id === openId);
  const edit = ({ id }: HouseModel) => onOpen(id);
  const models = project.models.toSorted((a, b) => Number(a.archived) - Number(b.archived));
  const mediaOf = (model: HouseModel) => project.media.filter((one) => one.model_id === model.id);
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      Agregar modelo
    </Button>
  );
  return (
    <Section title="Modelos de vivienda" actions={mayEdit && models.length > 0 ? add : null}>
      {models.length === 0 ? (
        <EmptyState
          title="Aún no hay modelos"
          text="El comprador escoge un modelo: agrega el primero con su precio para poder publicar."
          action={mayEdit ? add : null}
        />
      ) : (
        <>
          <div className={styles.onWide}>
            <Table verticalSpacing="xs">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Modelo</Table.Th>
                  <Table.Th>Vivienda</Table.Th>
                  <Table.Th ta="right">Precio</Table.Th>
                  <Table.Th>Vale hasta</Table.Th>
                  <Table.Th>Estado</Table.Th>
                  {mayEdit && <Table.Td />}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {models.map((model) => (
                  <Table.Tr key={model.id}>
                    <Table.Th scope="row" fw={600}>
                      <Group gap="sm" wrap="nowrap">
                        <Thumbnail media={mediaOf(model)} />
                        {model.name}
                      </Group>
                    </Table.Th>
                    <Table.Td>
                      {rooms(model)}
                      <Text size="xs" c="dimmed">
                        {mediaWords(mediaOf(model))}
                      </Text>
                    </Table.Td>
                    <Table.Td ta="right">
                      <MoneyText centavos={model.price_centavos} />
                    </Table.Td>
                    <Table.Td>
                      <DateText day={model.price_until} />
                    </Table.Td>
                    <Table.Td>
                      <ProjectState {...model} />
                    </Table.Td>
                    {mayEdit && (
                      <Table.Td ta="right">
                        <Edit model={model} onOpen={edit} />
                      </Table.Td>
                    )}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
          <ul className={styles.onPhone} aria-label="Modelos de vivienda">
            {models.map((model) => (
              <li key={model.id}>
                <Group justify="space-between" align="flex-start" wrap="nowrap">
                  <Stack gap={2}>
                    <Text fw={600}>{model.name}</Text>
                    <Text size="sm" c="dimmed">
                      {rooms(model)}
                    </Text>
                    <Text size="xs" c="dimmed">
                      {mediaWords(mediaOf(model))}
                    </Text>
                    <MoneyText centavos={model.price_centavos} size="sm" />
                  </Stack>
                  <ProjectState {...model} />
                </Group>
                {mayEdit && <Edit model={model} onOpen={edit} />}
              </li>
            ))}
          </ul>
        </>
      )}
      {mayEdit && (adding || open) && (
        <ModelDrawer
          key={open?.id ?? 'new'}
          projectId={project.id}
          model={open ?? null}
          position={project.models.length}
          onClose={() => (open ? onOpen(undefined) : setAdding(false))}
        />
      )}
    </Section>
  );
}

const plural = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;
const rooms = (model: HouseModel) =>
  `${plural(model.bedrooms, 'recámara', 'recámaras')} · ${plural(model.bathrooms, 'baño', 'baños')} · ${model.area_m2} m²`;

/** What a buyer can look at, and what is still missing. */
function mediaWords(media: readonly Media[]): string {
  const photos = media.filter(({ kind }) => kind === 'foto' || kind === 'hero').length;
  const has = (kind: Media['kind']) => media.some((one) => one.kind === kind);
  return [
    photos === 0 ? 'sin fotos' : plural(photos, 'foto', 'fotos'),
    has('plano') ? 'plano' : 'sin plano',
    has('video') ? 'video' : 'sin video',
  ].join(' · ');
}

/** The first picture, small; the name beside it says whose it is. */
function Thumbnail({ media }: { media: readonly Media[] }) {
  const photo = media.find(({ kind }) => kind === 'foto' || kind === 'hero');
  return photo ? <img className={styles.thumbnail} src={photo.url} alt="" loading="lazy" /> : null;
}

const Edit = ({ model, onOpen }: { model: HouseModel; onOpen: (model: HouseModel) => void }) => (
  <Button
    size="compact-sm"
    variant="subtle"
    leftSection={<IconPencil size={14} aria-hidden />}
    aria-label={`Editar modelo ${model.name}`}
    onClick={() => onOpen(model)}
  >
    Editar
  </Button>
);
