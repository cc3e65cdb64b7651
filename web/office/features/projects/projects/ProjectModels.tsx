import { Button, Group, Text } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import type { HouseModel, Media, Project } from '#contract/projects/projects/model.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { ModelDrawer } from './ModelDrawer.tsx';
import { ProjectState } from './ProjectState.tsx';
import styles from './projects.module.css';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';
import { useDrawer } from '#web/office/lib/useDrawer.ts';

interface ProjectModelsProps {
  project: Project;
  mayEdit: boolean;
  /** The model of the open drawer. */
  openId: number | undefined;
  onOpen: (id: number | undefined) => void;
}

/** A project's models, in the order that buyers see. */
export function ProjectModels({ project, mayEdit, openId, onOpen }: ProjectModelsProps) {
  const adding = useDrawer('modelo');
  const open = project.models.find(({ id }) => id === openId);
  const edit = ({ id }: HouseModel) => onOpen(id);
  const models = project.models.toSorted((a, b) => Number(a.archived) - Number(b.archived));
  const mediaOf = (model: HouseModel) => project.media.filter((one) => one.model_id === model.id);
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => adding.open()}>
      Agregar modelo
    </Button>
  );
  return (
    <Section title="Modelos de vivienda" actions={mayEdit && models.length > 0 ? add : null}>
      {models.length === 0 ? (
        <EmptyState
          title="Aún no hay modelos"
          text="El comprador elige un modelo: agrega el primero con su precio para poder publicar."
          action={mayEdit ? add : null}
        />
      ) : (
        <ShortTable
          label="Modelos de vivienda"
          rows={models}
          rowId={({ id }) => id}
          rowHeads
          columns={[
            {
              title: 'Modelo',
              render: (model) => (
                <Group gap="sm" wrap="nowrap">
                  <Thumbnail media={mediaOf(model)} />
                  {model.name}
                </Group>
              ),
            },
            {
              title: 'Vivienda',
              render: (model) => (
                <div>
                  {rooms(model)}
                  <Text size="xs" c="dimmed">
                    {mediaWords(mediaOf(model))}
                  </Text>
                </div>
              ),
            },
            { title: 'Precio', money: ({ price_centavos }) => price_centavos },
            { title: 'Vale hasta', render: ({ price_until }) => <DateText day={price_until} /> },
            { title: 'Estado', render: (model) => <ProjectState {...model} /> },
            {
              title: 'Editar',
              quiet: true,
              align: 'right',
              render: (model) => mayEdit && <Edit model={model} onOpen={edit} />,
            },
          ]}
        />
      )}
      {mayEdit && (adding.opened || open) && (
        <ModelDrawer
          key={open?.id ?? 'new'}
          projectId={project.id}
          model={open ?? null}
          position={project.models.length}
          onClose={() => (open ? onOpen(undefined) : adding.close())}
        />
      )}
    </Section>
  );
}

const plural = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;
const rooms = (model: HouseModel) =>
  `${plural(model.bedrooms, 'recámara', 'recámaras')} · ${plural(model.bathrooms, 'baño', 'baños')} · ${model.area_m2} m²`;

/** A model's media in words, including what is missing. */
function mediaWords(media: readonly Media[]): string {
  const photos = media.filter(({ kind }) => kind === 'foto' || kind === 'hero').length;
  const has = (kind: Media['kind']) => media.some((one) => one.kind === kind);
  return [
    photos === 0 ? 'sin fotos' : plural(photos, 'foto', 'fotos'),
    has('plano') ? 'plano' : 'sin plano',
    has('video') ? 'video' : 'sin video',
  ].join(' · ');
}

/** The first picture. Its alt is empty because the name stands beside it. */
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
