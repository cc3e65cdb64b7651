import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import type { Catalog } from '#contract/company/catalogs/catalog.ts';
import { archiveCatalogItem, restoreCatalogItem } from '#contract/company/catalogs/endpoints.ts';
import { provinces } from '#contract/company/catalogs/places.ts';
import type { CatalogItem } from '#contract/company/catalogs/model.ts';
import { useAction } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { MoveButtons } from '#web/office/ui/MoveButtons.tsx';
import { toast } from '#web/office/ui/toast.tsx';
import styles from './catalogs.module.css';
import { detailsOf, type ExtraColumn } from './columnsOf.ts';
import { labelOf } from './labelOf.ts';

interface ItemListProps {
  name: string;
  definition: Catalog | undefined;
  columns: readonly ExtraColumn[];
  /** How many records use each row; null: the catalog is not in use yet. */
  uses: ReadonlyMap<number, number> | null;
  items: readonly CatalogItem[];
  /** True: rows can be neither added nor archived. */
  fixed: boolean;
  /** True while a new order is being saved. */
  moving: boolean;
  /** null: these rows cannot be reordered. */
  onOrder: ((ids: number[]) => void) | null;
  onEdit: (item: CatalogItem) => void;
}

/** The rows of a catalog. Buttons move them, so touch and keyboard work alike. */
export function ItemList(props: ItemListProps) {
  const { name, definition, columns, uses, items, fixed, moving, onOrder, onEdit } = props;
  const mayEdit = useCan('administracion.editar');
  const mayArchive = useCan('administracion.anular') && !fixed;
  const restore = useAction(restoreCatalogItem, { success: 'Fila recuperada.' });
  const archive = useAction(archiveCatalogItem);
  const move = (from: number, to: number) => {
    const ids = items.map(({ id }) => id);
    ids.splice(to, 0, ...ids.splice(from, 1));
    onOrder?.(ids);
  };
  const archiveOne = (item: CatalogItem) => {
    const params = { name, id: item.id };
    archive.mutate(
      { params },
      {
        onSuccess: () =>
          toast.undo(`«${item.label}» se archivó.${keptBy(uses?.get(item.id) ?? 0)}`, () =>
            restore.mutate({ params }),
          ),
      },
    );
  };
  return (
    <ol className={styles.list}>
      {items.map((item, at) => (
        <li key={item.id} className={styles.item}>
          <div className={styles.words}>
            <Text size="sm" fw={600} {...(item.archived_at && { c: 'dimmed' })}>
              {labelOf(definition, item)}
            </Text>
            <Text size="xs" c="dimmed" className="figures">
              {[
                item.id,
                ...(typeof item.extra['name_id'] === 'string' ? [item.extra['name_id']] : []),
                ...provinces.rows
                  .filter(([id]) => id === item.extra['provincia_id'])
                  .map(([, label]) => label),
                ...detailsOf(
                  columns.filter(({ key }) => key !== definition?.prefix && key !== 'provincia_id'),
                  item.extra,
                ),
              ].join(' · ')}
            </Text>
          </div>
          {uses && (
            <Text size="xs" c="dimmed" className={`figures ${styles.uses}`}>
              {usesOf(uses.get(item.id) ?? 0)}
            </Text>
          )}
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

const usesOf = (count: number) =>
  count === 0 ? 'Sin uso' : count === 1 ? '1 uso' : `${count.toLocaleString('es-PA')} usos`;

const keptBy = (count: number) =>
  count === 0
    ? ''
    : count === 1
      ? ' El registro que la usa la conserva.'
      : ` Los ${count.toLocaleString('es-PA')} registros que la usan la conservan.`;
