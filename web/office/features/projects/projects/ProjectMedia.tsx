import { ActionIcon, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { orderMedia, removeMedia } from '#contract/projects/projects/endpoints.ts';
import type { Media, Project } from '#contract/projects/projects/model.ts';
import { useAction } from '#web/office/lib/query.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { askConfirm } from '#web/office/ui/ask.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { MoveButtons } from '#web/office/ui/MoveButtons.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { AddMediaDrawer, EditMediaDrawer } from './MediaDrawers.tsx';
import { MEDIA_KINDS } from './mediaKinds.ts';
import styles from './projects.module.css';

interface ProjectMediaProps {
  project: Project;
  mayEdit: boolean;
}

/** Pictures, plans and videos of the project and of each model, in the order of the public page. */
export function ProjectMedia({ project, mayEdit }: ProjectMediaProps) {
  const adding = useDrawer('imagen');
  const editing = useDrawer('texto');
  const edited = project.media.find(({ id }) => id === editing.id);
  const groups = [
    { id: null, title: 'Del proyecto' },
    ...project.models
      .filter((one) => !one.archived)
      .map((one) => ({ id: one.id, title: `Modelo ${one.name}` })),
  ];
  return (
    <Stack gap="md">
      {groups.map(({ id, title }) => {
        const add = (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            aria-label={`Agregar imagen: ${title}`}
            onClick={() => adding.open(id ?? undefined)}
          >
            Agregar
          </Button>
        );
        const media = project.media.filter((one) => one.model_id === id);
        return (
          <Section key={id ?? 'project'} title={title} actions={mayEdit && media.length > 0 ? add : null}>
            {media.length === 0 ? (
              <EmptyState
                title="Sin imágenes"
                text={
                  id === null
                    ? 'La portada, las fotos y el video del proyecto.'
                    : 'Las fotos, el plano y el video de este modelo.'
                }
                action={mayEdit ? add : null}
              />
            ) : (
              <Tiles
                projectId={project.id}
                modelId={id}
                media={media}
                mayEdit={mayEdit}
                onEdit={({ id: media }) => editing.open(media)}
              />
            )}
          </Section>
        );
      })}
      {mayEdit && adding.opened && (
        <AddMediaDrawer project={project} modelId={adding.id} onClose={adding.close} />
      )}
      {mayEdit && edited && <EditMediaDrawer media={edited} onClose={editing.close} />}
    </Stack>
  );
}

interface TilesProps {
  projectId: number;
  /** The model that they belong to; null: the project. */
  modelId: number | null;
  media: Media[];
  mayEdit: boolean;
  onEdit: (media: Media) => void;
}

function Tiles({ projectId, modelId, media, mayEdit, onEdit }: TilesProps) {
  const remove = useAction(removeMedia, { success: ({ success }) => success });
  const order = useAction(orderMedia);
  const move = (from: number, to: number) => {
    const ids = media.map(({ id }) => id);
    ids.splice(to, 0, ...ids.splice(from, 1));
    order.mutate({ params: { id: projectId }, body: { model_id: modelId, ids } });
  };
  const ask = async (one: Media) => {
    const sure = await askConfirm({
      title: '¿Quitar esta imagen?',
      text: `«${one.alt}» deja de verse en la página.`,
      confirm: 'Quitar imagen',
      danger: true,
    });
    if (sure) remove.mutate({ params: { id: one.id } });
  };
  return (
    <ol className={styles.media}>
      {media.map((one, at) => (
        <li key={one.id} className={styles.tile}>
          {one.kind === 'video' ? (
            // Silent videos of houses have no speech to caption.
            // oxlint-disable-next-line jsx-a11y/media-has-caption
            <video
              className={styles.picture}
              src={one.url}
              controls
              preload="metadata"
              aria-label={one.alt}
            />
          ) : (
            <img className={styles.picture} src={one.url} alt={one.alt} loading="lazy" />
          )}
          <div className={styles.words}>
            <Badge variant="default" size="sm" tt="none">
              {MEDIA_KINDS[one.kind]}
            </Badge>
            <Text size="sm" mt={4}>
              {one.alt}
            </Text>
          </div>
          {mayEdit && (
            <Group gap={2} px="xs" pb="xs">
              <MoveButtons
                name={one.alt}
                at={at}
                count={media.length}
                onMove={(to) => move(at, to)}
                busy={order.isPending}
                direction="tiles"
              />
              <ActionIcon
                variant="subtle"
                size="lg"
                ml="auto"
                aria-label={`Cambiar el texto: ${one.alt}`}
                onClick={() => onEdit(one)}
              >
                <IconPencil size={18} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="red"
                size="lg"
                aria-label={`Quitar: ${one.alt}`}
                onClick={() => void ask(one)}
              >
                <IconTrash size={18} />
              </ActionIcon>
            </Group>
          )}
        </li>
      ))}
    </ol>
  );
}
