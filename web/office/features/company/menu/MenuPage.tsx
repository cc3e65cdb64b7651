import { Button, Group, NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { arrangeMenu, menuArrangement, type MenuArrangement } from '#contract/company/menu/menuEndpoints.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useUnsavedGuard } from '#web/office/lib/useUnsavedGuard.ts';
import { ErrorTable } from '#web/office/ui/ErrorTable.tsx';
import { MoveButtons } from '#web/office/ui/MoveButtons.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import matrix from '#web/office/features/company/roles/matrix.module.css';
import { moved, movedTo, sent, withModule, withOption, type ModuleRow, type Modules } from './menuDraft.ts';
import styles from './menu.module.css';

/** Edits the office's menu: names, order and visibility of modules and pages. */
export function MenuPage() {
  const query = useQuery(queryOf(menuArrangement));
  if (query.error) throw query.error;
  if (!query.data) return <PendingPage />;
  return <Loaded key={query.data.data.version} saved={query.data.data} />;
}

function Loaded({ saved }: { saved: MenuArrangement }) {
  const mayEdit = useCan('administracion.editar');
  const [modules, setModules] = useState<Modules>(saved.modules);
  const save = useAction(arrangeMenu, {
    inline: true,
    success: (answer) => answer.success,
  });
  const dirty = modules !== saved.modules;
  useUnsavedGuard(dirty && !save.isPending && !save.isSuccess);
  return (
    <Stack gap="md" maw={860}>
      <PageHeader
        title="Módulos y menú"
        count={null}
        text="Vale para toda la oficina. Cada quien ve solo lo que su rol le abre; lo que aún no tiene página no aparece."
      />
      <ErrorTable error={save.error} />
      {modules.map((module, at) => (
        <ModuleCard
          key={module.id}
          module={module}
          at={at}
          modules={modules}
          fixed={!mayEdit}
          onChange={setModules}
        />
      ))}
      {dirty && (
        <section className={matrix.save} aria-label="Cambios sin guardar">
          <Group justify="space-between" gap="xs">
            <Text size="sm" fw={600} component="output">
              Hay cambios sin guardar
            </Text>
            <Group gap="xs">
              <Button variant="default" onClick={() => setModules(saved.modules)} disabled={save.isPending}>
                Descartar
              </Button>
              <Button
                loading={save.isPending}
                onClick={() => save.mutate({ body: sent(saved.version, modules) })}
              >
                Guardar menú
              </Button>
            </Group>
          </Group>
        </section>
      )}
    </Stack>
  );
}

interface ModuleCardProps {
  module: ModuleRow;
  at: number;
  modules: Modules;
  fixed: boolean;
  onChange: (modules: Modules) => void;
}

function ModuleCard({ module, at, modules, fixed, onChange }: ModuleCardProps) {
  return (
    <section className={styles.module} aria-label={module.name}>
      <Row
        label="Módulo"
        row={module}
        at={at}
        count={modules.length}
        fixed={fixed}
        strong
        onName={(name) => onChange(withModule(modules, module.id, { name }))}
        onHidden={(hidden) => onChange(withModule(modules, module.id, { hidden }))}
        onMove={(to) => onChange(moved(modules, at, to))}
      />
      {module.options.length > 0 && (
        <ol className={styles.options}>
          {module.options.map((option, place) => (
            <li key={option.id}>
              <Row
                label="Opción"
                row={option}
                at={place}
                count={module.options.length}
                fixed={fixed}
                onName={(name) => onChange(withOption(modules, option.id, { name }))}
                onHidden={(hidden) => onChange(withOption(modules, option.id, { hidden }))}
                onMove={(to) =>
                  onChange(withModule(modules, module.id, { options: moved(module.options, place, to) }))
                }
              >
                <NativeSelect
                  aria-label={`Módulo de ${option.name}`}
                  size="xs"
                  disabled={fixed}
                  value={String(module.id)}
                  data={modules.map(({ id, name }) => ({ value: String(id), label: name }))}
                  onChange={(event) => onChange(movedTo(modules, option, Number(event.currentTarget.value)))}
                />
              </Row>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

interface RowProps {
  label: string;
  row: { id: number; name: string; original: string; hidden: boolean };
  at: number;
  count: number;
  fixed: boolean;
  strong?: boolean;
  onName: (name: string) => void;
  onHidden: (hidden: boolean) => void;
  onMove: (to: number) => void;
  children?: React.ReactNode;
}

function Row({ label, row, at, count, fixed, strong, onName, onHidden, onMove, children }: RowProps) {
  const renamed = row.name !== row.original;
  return (
    <div className={styles.row}>
      <TextInput
        aria-label={`${label}: ${row.original}`}
        className={styles.name ?? ''}
        value={row.name}
        maxLength={40}
        readOnly={fixed}
        {...(strong && { fw: 600 })}
        error={row.name.trim() === '' ? 'Escribe un nombre.' : undefined}
        description={renamed ? `Original: ${row.original}` : undefined}
        onChange={(event) => onName(event.currentTarget.value)}
      />
      {children}
      <Switch
        label="Visible"
        aria-label={`Visible: ${row.original}`}
        checked={!row.hidden}
        disabled={fixed}
        onChange={(event) => onHidden(!event.currentTarget.checked)}
      />
      {!fixed && (
        <Group gap={0} wrap="nowrap">
          <MoveButtons name={row.name} at={at} count={count} onMove={onMove} busy={false} direction="rows" />
        </Group>
      )}
    </div>
  );
}
