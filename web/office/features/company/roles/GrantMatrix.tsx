import { Group, Switch, Text, TextInput } from '@mantine/core';
import { useNarrow } from '#web/office/lib/useNarrow.ts';
import { IconSearch } from '@tabler/icons-react';
import { useState, type KeyboardEvent } from 'react';
import type { Permission } from '#contract/access.ts';
import { PERMISSION_WORDS, PERMISSIONS_BY_MODULE } from '#contract/company/roles/permissionWords.ts';
import { labelOf } from '#contract/company/roles/roles.ts';
import { GrantCell, SetAll } from './GrantCell.tsx';
import styles from './matrix.module.css';
import type { GrantsDraft } from './useGrantsDraft.ts';

const COLUMNS = [
  { action: 'ver', label: 'Ver' },
  { action: 'crear', label: 'Crear' },
  { action: 'editar', label: 'Editar' },
  { action: 'aprobar', label: 'Aprobar' },
  { action: 'anular', label: 'Anular' },
  { action: 'exportar', label: 'Exportar' },
] as const;
/** Actions that only one module has; they share the last column. */
const OWN_LABELS: Readonly<Record<string, string>> = {
  entregar: 'Entregar',
  ingresos: 'Ingresos',
  inspeccionar: 'Inspeccionar',
  montos: 'Montos',
};

type Row = (typeof PERMISSIONS_BY_MODULE)[number];
const actionOf = (row: Row, action: string) => row.permissions.find((one) => one.action === action)?.name;
const ownOf = (row: Row) => row.permissions.filter(({ action }) => OWN_LABELS[action]);

interface GrantMatrixProps {
  draft: GrantsDraft;
  fixed: boolean;
  /** The role is a built-in one: marks differences from its default grants. */
  compares: boolean;
}

/** The permission matrix: modules by actions. On a phone, one module below the other. */
export function GrantMatrix({ draft, fixed, compares }: GrantMatrixProps) {
  const narrow = useNarrow();
  const [typed, setTyped] = useState('');
  const [granted, setGranted] = useState(false);
  const [looked, setLooked] = useState<Permission | null>(null);
  const said = typed.trim().toLocaleLowerCase('es');
  const rows = PERMISSIONS_BY_MODULE.filter(
    (row) =>
      (!granted || row.permissions.some(({ name }) => draft.of(name))) &&
      (!said ||
        row.label.toLocaleLowerCase('es').includes(said) ||
        row.permissions.some(({ name }) =>
          `${labelOf(name)} ${PERMISSION_WORDS[name]}`.toLocaleLowerCase('es').includes(said),
        )),
  );
  const shared = { draft, fixed, compares, onLook: setLooked };
  return (
    <div>
      <Group gap="sm" mb="sm">
        <TextInput
          aria-label="Buscar un permiso"
          placeholder="Buscar un permiso"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          className={styles.search}
        />
        <Switch
          label="Solo módulos con permisos"
          checked={granted}
          onChange={(event) => setGranted(event.currentTarget.checked)}
        />
      </Group>
      {rows.length === 0 && <Text c="dimmed">Ningún permiso coincide.</Text>}
      {rows.length > 0 && (narrow ? <Cards rows={rows} {...shared} /> : <Grid rows={rows} {...shared} />)}
      {!narrow && (
        <Text size="sm" c="dimmed" mt="xs" aria-live="polite" mih={22}>
          {looked ? (
            <>
              <strong>{labelOf(looked)}.</strong> {PERMISSION_WORDS[looked]}
            </>
          ) : (
            'Con Ctrl y las flechas se pasa de una celda a otra.'
          )}
        </Text>
      )}
    </div>
  );
}

interface PartProps extends GrantMatrixProps {
  rows: readonly Row[];
  onLook: (permission: Permission) => void;
}

/** Ctrl and an arrow key move focus to the next existing cell in that direction. */
function moveFocus(event: KeyboardEvent<HTMLTableElement>): void {
  const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
  const place = event.target instanceof HTMLElement ? event.target.dataset['place'] : undefined;
  if (!event.ctrlKey || !step || !place) return;
  event.preventDefault();
  let [row = 0, column = 0] = place.split('.').map(Number);
  for (let tries = 0; tries < 40; tries += 1) {
    row += step[0] ?? 0;
    column += step[1] ?? 0;
    const next = event.currentTarget.querySelector<HTMLElement>(`[data-place="${row}.${column}"]`);
    if (next) return next.focus();
  }
}

function Grid({ rows, draft, fixed, compares, onLook }: PartProps) {
  const cell = (permission: Permission, place: string, label?: string) => (
    <GrantCell
      key={permission}
      permission={permission}
      draft={draft}
      fixed={fixed}
      compares={compares}
      place={place}
      onLook={onLook}
      {...(label && { label })}
    />
  );
  return (
    // A region that scrolls must be focusable, so the keyboard can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.scroll} tabIndex={0} aria-label="Matriz de permisos">
      {/* The cells have focus; their key events bubble up to the table. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <table className={styles.table} onKeyDown={moveFocus}>
        <thead>
          <tr>
            <th scope="col">Módulo</th>
            {COLUMNS.map(({ action, label }) => (
              <th key={action} scope="col">
                {label}
                {!fixed && (
                  <SetAll
                    label={`toda la columna ${label}`}
                    permissions={rows.flatMap((row) => actionOf(row, action) ?? [])}
                    draft={draft}
                  />
                )}
              </th>
            ))}
            <th scope="col">Además</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={row.module}>
              <th scope="row">
                {row.label}
                {!fixed && (
                  <SetAll
                    label={`toda la fila ${row.label}`}
                    permissions={row.permissions.map(({ name }) => name)}
                    draft={draft}
                  />
                )}
              </th>
              {COLUMNS.map(({ action }, column) => {
                const permission = actionOf(row, action);
                return <td key={action}>{permission && cell(permission, `${at}.${column}`)}</td>;
              })}
              <td>
                {ownOf(row).map(({ name, action }, extra) =>
                  cell(name, `${at}.${COLUMNS.length + extra}`, OWN_LABELS[action]),
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Cards({ rows, draft, fixed, compares, onLook }: PartProps) {
  return (
    <div className={styles.cards}>
      {rows.map((row) => (
        <fieldset key={row.module} className={styles.card}>
          <legend>{row.label}</legend>
          {!fixed && (
            <SetAll
              label={`toda la fila ${row.label}`}
              permissions={row.permissions.map(({ name }) => name)}
              draft={draft}
            />
          )}
          {row.permissions.map(({ name, action }) => (
            <div key={name} className={styles.line}>
              <div>
                <Text size="sm" fw={600}>
                  {COLUMNS.find((one) => one.action === action)?.label ?? OWN_LABELS[action]}
                </Text>
                <Text size="xs" c="dimmed">
                  {PERMISSION_WORDS[name]}
                </Text>
              </div>
              <GrantCell permission={name} draft={draft} fixed={fixed} compares={compares} onLook={onLook} />
            </div>
          ))}
        </fieldset>
      ))}
    </div>
  );
}
