import { PERMISSIONS, scopesOf, type Permission, type Scope } from '#contract/access.ts';
import { PERMISSION_WORDS, SCOPE_LABELS } from '#contract/company/roles/permissionWords.ts';
import type { GrantsDraft } from './useGrantsDraft.ts';
import styles from './matrix.module.css';

interface GrantCellProps {
  permission: Permission;
  draft: GrantsDraft;
  /** True: read only. */
  fixed: boolean;
  /** True: marks differences from the default grants. */
  compares: boolean;
  /** "row.column" in the matrix, for moving with Ctrl and the arrows. */
  place?: string;
  onLook: (permission: Permission) => void;
  /** Shown above the select; in the table, the column header says it. */
  label?: string;
}

const nameOf = (permission: Permission) =>
  PERMISSIONS.find(({ name }) => name === permission)?.display_name ?? permission;
const scopeText = (scope: Scope | undefined) => (scope ? SCOPE_LABELS[scope] : 'No');

/** One permission of a role: none, or its row scope. */
export function GrantCell({ permission, draft, fixed, compares, place, onLook, label }: GrantCellProps) {
  const scope = draft.of(permission);
  const original = draft.original.get(permission);
  const differs = compares && scope !== original;
  const changed = draft.changes.some((one) => one.permission === permission);
  const name = nameOf(permission);
  const told = differs ? `${name} (original: ${scopeText(original)})` : name;
  return (
    <label className={styles.cell} data-scope={scope ?? 'no'} data-changed={changed || undefined}>
      {label && <span className={styles.cellLabel}>{label}</span>}
      <select
        aria-label={told}
        title={`${told}. ${PERMISSION_WORDS[permission]}`}
        value={scope ?? ''}
        disabled={fixed}
        data-place={place}
        onFocus={() => onLook(permission)}
        onChange={(event) => {
          const chosen = scopesOf(permission).find((one) => one === event.currentTarget.value);
          draft.set(permission, chosen);
        }}
      >
        <option value="">No</option>
        {scopesOf(permission).map((one) => (
          <option key={one} value={one} disabled={!draft.mayChoose(permission, one)}>
            {SCOPE_LABELS[one]}
          </option>
        ))}
      </select>
      {differs && <span className={styles.differs} aria-hidden title={`Original: ${scopeText(original)}`} />}
    </label>
  );
}

interface SetAllProps {
  /** Names the set, such as "toda la fila Ventas". */
  label: string;
  permissions: readonly Permission[];
  draft: GrantsDraft;
}

/** Sets a whole row or column at once. */
export function SetAll({ label, permissions, draft }: SetAllProps) {
  return (
    <select
      className={styles.setAll}
      aria-label={`Poner ${label}`}
      value=""
      onChange={(event) => {
        const said = event.currentTarget.value;
        const scope = (Object.keys(SCOPE_LABELS) as Scope[]).find((one) => one === said);
        if (scope || said === 'no') draft.setAll(permissions, scope);
      }}
    >
      <option value="">Poner…</option>
      <option value="no">No</option>
      {Object.entries(SCOPE_LABELS).map(([scope, text]) => (
        <option key={scope} value={scope}>
          {text}
        </option>
      ))}
    </select>
  );
}
