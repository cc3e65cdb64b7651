import { ActionIcon, Button, Group, Menu, Tabs, VisuallyHidden } from '@mantine/core';
import { IconBookmarkPlus, IconDotsVertical, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import type { TableView } from '#contract/company/userSettings/settings.ts';
import type { ListSearch } from '../../lib/listSearch.ts';
import type { TableSettings } from '../../lib/tableSettings.ts';
import { toast } from '../toast.tsx';
import { moved } from './layout.ts';
import styles from './table.module.css';
import type { SavedView } from './types.ts';
import { useSavedViews } from './useSavedViews.tsx';
import { ViewDialog } from './ViewDialog.tsx';
import { openingOf, openPageView, pageViews, savedSearch, shows } from './viewState.ts';

interface ViewsProps {
  table: string;
  settings: TableSettings;
  /** The views that the page defines. */
  views: readonly SavedView[];
  /** The search keys that a view saves. */
  keys: readonly string[];
  search: ListSearch & Record<string, unknown>;
  /** Keys of the visible columns, to save them with a view. */
  columns: readonly string[];
  onChange: (patch: Record<string, unknown>) => void;
}

/** Views (filters, order and columns) as tabs: those of the page, of the user, and shared by colleagues. */
export function Views({ table, settings, views, keys, search, columns, onChange }: ViewsProps) {
  const actions = useSavedViews(table, settings);
  const [dialog, setDialog] = useState<'new' | 'rename' | null>(null);
  const page = pageViews(views);
  const saved = settings.views.find(({ id }) => id === search.vista);
  const builtIn = saved ? undefined : openPageView(page, search, keys);
  const now = { search: savedSearch(search, keys), columns: [...columns] };
  const tabs = page.length + settings.views.length > 1;
  const changed = saved ? !shows(saved, search, keys) : Object.keys(now.search).length > 0;

  // A single tab has no use.
  if (!tabs && !changed) return null;
  return (
    <Group gap={4} wrap="nowrap" align="flex-end" className={styles.views}>
      {tabs && (
        <Tabs
          className={styles.tabs}
          value={saved ? `v${saved.id}` : (builtIn?.label ?? null)}
          onChange={(value) => {
            const view = settings.views.find(({ id }) => `v${id}` === value);
            const own = page.find(({ label }) => label === value);
            if (view) onChange(openingOf(view, keys));
            else if (own)
              onChange({
                ...Object.fromEntries(keys.map((key) => [key, own.search[key]])),
                // Saved views include the sort order. A page's tab keeps the current order unless it defines one.
                ...(own.search['order_column'] !== undefined && {
                  order_column: own.search['order_column'],
                  order_type: own.search['order_type'],
                }),
                ...(saved && { q: undefined }),
                // If a default view exists, 0 says that the user chose the page's tab; otherwise the default view
                // would open again.
                vista: settings.prefs.default_view === null ? undefined : 0,
                cols: undefined,
              });
          }}
        >
          <Tabs.List className={styles.tabList}>
            {page.map(({ label }) => (
              <Tabs.Tab key={label} value={label}>
                {label}
              </Tabs.Tab>
            ))}
            {settings.views.map((view) => (
              <Tabs.Tab
                key={view.id}
                value={`v${view.id}`}
                {...(view.shared && {
                  rightSection: (
                    <span title={view.own ? 'Compartida con los colegas' : `De ${view.owner}`}>
                      <IconUsers size={14} aria-hidden />
                      <VisuallyHidden>{view.own ? 'compartida' : `de ${view.owner}`}</VisuallyHidden>
                    </span>
                  ),
                })}
              >
                {view.name}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
      )}
      {settings.userId > 0 && (
        <>
          {changed && saved?.own && (
            <Button
              size="compact-sm"
              variant="light"
              loading={actions.edit.isPending}
              onClick={() =>
                actions.edit.mutate(
                  { id: saved.id, version: saved.version, ...now },
                  {
                    onSuccess: () => {
                      toast.success('Vista guardada.');
                      onChange({ cols: now.columns.join(',') });
                    },
                    onError: (error) => toast.error(error),
                  },
                )
              }
            >
              Guardar cambios
            </Button>
          )}
          {changed && (
            <Button
              size="compact-sm"
              variant="subtle"
              leftSection={<IconBookmarkPlus size={14} aria-hidden />}
              onClick={() => setDialog('new')}
            >
              Guardar vista
            </Button>
          )}
          {saved && (
            <ViewMenu
              view={saved}
              {...{ settings, actions }}
              onRename={() => setDialog('rename')}
              onGone={() => onChange({ vista: undefined, cols: undefined })}
            />
          )}
        </>
      )}
      {dialog === 'new' && (
        <ViewDialog
          title="Guardar vista"
          submitLabel="Guardar"
          name=""
          shared={false}
          mayShare={settings.mayShare}
          onClose={() => setDialog(null)}
          onSubmit={async (given) => {
            const made = await actions.create.mutateAsync({ ...now, ...given });
            onChange({ vista: made.id, cols: now.columns.join(',') });
          }}
        />
      )}
      {dialog === 'rename' && saved && (
        <ViewDialog
          title="Cambiar vista"
          submitLabel="Guardar"
          name={saved.name}
          shared={saved.shared}
          mayShare={settings.mayShare || saved.shared}
          onClose={() => setDialog(null)}
          onSubmit={(given) => actions.edit.mutateAsync({ id: saved.id, version: saved.version, ...given })}
        />
      )}
    </Group>
  );
}

interface ViewMenuProps {
  view: TableView;
  settings: TableSettings;
  actions: ReturnType<typeof useSavedViews>;
  onRename: () => void;
  onGone: () => void;
}

/** The menu of the open view. */
function ViewMenu({ view, settings, actions, onRename, onGone }: ViewMenuProps) {
  const ids = actions.own.map(({ id }) => id);
  const at = ids.indexOf(view.id);
  const opens = settings.prefs.default_view === view.id;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" aria-label={`Opciones de la vista ${view.name}`}>
          <IconDotsVertical size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => settings.change({ default_view: opens ? null : view.id })}>
          {opens ? 'No abrir por sí sola' : 'Abrir siempre con esta vista'}
        </Menu.Item>
        {view.own && (
          <>
            <Menu.Item onClick={onRename}>
              {settings.mayShare || view.shared ? 'Cambiar nombre o compartir' : 'Cambiar nombre'}
            </Menu.Item>
            <Menu.Item disabled={at <= 0} onClick={() => actions.order.mutate(moved(ids, at, at - 1))}>
              Mover antes
            </Menu.Item>
            <Menu.Item
              disabled={at === ids.length - 1}
              onClick={() => actions.order.mutate(moved(ids, at, at + 1))}
            >
              Mover después
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item
              color="var(--danger)"
              onClick={() => actions.remove.mutate(view, { onSuccess: onGone })}
            >
              Quitar vista
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
