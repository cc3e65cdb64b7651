import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import {
  archiveCatalogItem,
  listCatalogItems,
  listCatalogs,
  restoreCatalogItem,
} from '#contract/catalogs/endpoints.ts';
import type { CatalogItem } from '#contract/catalogs/model.ts';
import { useAction } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { MoveButtons } from '#web/office/ui/MoveButtons.tsx';
import { toast } from '#web/office/ui/toast.tsx';
import styles from './catalogs.module.css';

interface ItemListProps {
  name: string;
  items: readonly CatalogItem[];
  /** Rows can be neither added nor archived. */
  fixed: boolean;
  /** An order is on its way. */
  moving: boolean;
  /** null: these have no order of their own. */
  onOrder: ((ids: number[]) => void) | null;
  onEdit: (item: CatalogItem) => void;
}

/** Rows of a value list, moved with buttons that fingers and keys reach alike. */
export function ItemList({ name, items, fixed, moving, onOrder, onEdit }: ItemListProps) {
  const mayEdit = useCan('administracion.editar');
  const mayArchive = useCan('administracion.anular') && !fixed;
  const touched = [listCatalogItems, listCatalogs];
  const restore = useAction(restoreCatalogItem, { invalidates: touched, success: 'Fila recuperada.' });
  const archive = useAction(archiveCatalogItem, { invalidates: touched });
  const move = (from: number, to: number) => {
    const ids = items.map(({ id }) => id);
    ids.splice(to, 0, ...ids.splice(from, 1));
    onOrder?.(ids);
  };
  const archiveOne = (item: CatalogItem) => {
    const params = { name, id: item.id };
    archive.mutate(
      { params },
      { onSuccess: () => toast.undo(`«${item.label}» se archivó.`, () => restore.mutate({ params })) },
    );
  };
  return (
    <ol className={styles.list}>
      {items.map((item, at) => (
        <li key={item.id} className={styles.item}>
          <div className={styles.words}>
            <Text size="sm" fw={600} {...(item.archived_at && { c: 'dimmed' })}>
              {item.label}
            </Text>
            <Text size="xs" c="dimmed" className="figures">
              {item.id}
              {typeof item.extra['name_id'] === 'string' && ` · ${item.extra['name_id']}`}
            </Text>
          </div>
          <Group gap={2} wrap="nowrap">
            {mayEdit && onOrder && (
              <MoveButtons
                name={item.label}
                at={at}
                count={items.length}
                onMove={(to) => move(at, to)}
                busy={moving}
                direction="rows"
              />
            )}
            {mayEdit && (
              <ActionIcon
                variant="subtle"
                size="lg"
                aria-label={`Cambiar ${item.label}`}
                onClick={() => onEdit(item)}
              >
                <IconPencil size={18} />
              </ActionIcon>
            )}
            {mayArchive &&
              (item.archived_at ? (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  aria-label={`Recuperar ${item.label}`}
                  onClick={() => restore.mutate({ params: { name, id: item.id } })}
                >
                  Recuperar
                </Button>
              ) : (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  aria-label={`Archivar ${item.label}`}
                  onClick={() => archiveOne(item)}
                >
                  Archivar
                </Button>
              ))}
          </Group>
        </li>
      ))}
    </ol>
  );
}
