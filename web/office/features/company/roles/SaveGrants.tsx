import { Button, Group, Text } from '@mantine/core';
import type { Scope } from '#contract/access.ts';
import { SCOPE_LABELS } from '#contract/company/roles/permissionWords.ts';
import { labelOf } from '#contract/company/roles/roles.ts';
import { ErrorTable } from '#web/office/ui/ErrorTable.tsx';
import styles from './matrix.module.css';
import type { GrantsDraft } from './useGrantsDraft.ts';

const said = (scope: Scope | undefined) => (scope ? SCOPE_LABELS[scope] : 'No');

interface SaveGrantsProps {
  draft: GrantsDraft;
  saving: boolean;
  error: Error | null;
  onSave: () => void;
}

/** The unsaved changes, with buttons to save or discard them. */
export function SaveGrants({ draft, saving, error, onSave }: SaveGrantsProps) {
  const { changes } = draft;
  if (changes.length === 0) return null;
  return (
    <section className={styles.save} aria-label="Cambios sin guardar">
      <ErrorTable error={error} />
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600} component="output">
          {changes.length === 1 ? '1 cambio sin guardar' : `${changes.length} cambios sin guardar`}
        </Text>
        <Group gap="xs">
          <Button variant="default" onClick={draft.reset} disabled={saving}>
            Descartar
          </Button>
          <Button onClick={onSave} loading={saving}>
            Guardar permisos
          </Button>
        </Group>
      </Group>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
      <ul className={styles.changes} tabIndex={0} aria-label="Qué cambia">
        {changes.map(({ permission, from, to }) => (
          <li key={permission}>
            <Text size="sm">
              {labelOf(permission)}: {said(from)} → <strong>{said(to)}</strong>
            </Text>
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={`Deshacer ${labelOf(permission)}`}
              onClick={() => draft.set(permission, from)}
              disabled={saving}
            >
              Deshacer
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
