import { useState } from 'react';
import { covers, PERMISSIONS, scopesOf, type Permission, type Scope } from '#contract/access.ts';
import { changesBetween, type Grant, type GrantChange } from '#contract/company/roles/roles.ts';

type Grants = ReadonlyMap<Permission, Scope>;

export interface GrantsDraft {
  of: (permission: Permission) => Scope | undefined;
  /** The default grants of a built-in role; empty for a custom role, which has none. */
  original: Grants;
  changes: readonly GrantChange[];
  /** Whether the user may give that permission with that scope. */
  mayChoose: (permission: Permission, scope: Scope) => boolean;
  set: (permission: Permission, scope: Scope | undefined) => void;
  /** Sets the permissions that support the scope and that the user may give. */
  setAll: (permissions: readonly Permission[], scope: Scope | undefined) => void;
  reset: () => void;
  list: () => Grant[];
}

const mapOf = (grants: readonly Grant[]): Grants =>
  new Map(grants.map(({ permission, scope }) => [permission, scope]));

/** The draft of a role's grants. `mine`: the grants of the user who edits, which limit what they may give. */
export function useGrantsDraft(saved: readonly Grant[], original: Grants, mine: Grants): GrantsDraft {
  const before = mapOf(saved);
  const [edits, setEdits] = useState<ReadonlyMap<Permission, Scope | undefined>>(new Map());
  const of = (permission: Permission) =>
    edits.has(permission) ? edits.get(permission) : before.get(permission);
  const now = new Map(
    PERMISSIONS.flatMap(({ name }) => {
      const scope = of(name);
      return scope ? [[name, scope] as const] : [];
    }),
  );
  const mayChoose = (permission: Permission, scope: Scope) =>
    scopesOf(permission).includes(scope) &&
    (covers(before.get(permission), scope) || covers(mine.get(permission), scope));
  return {
    of,
    original,
    changes: changesBetween(before, now),
    mayChoose,
    set: (permission, scope) => setEdits(new Map([...edits, [permission, scope]])),
    setAll: (permissions, scope) =>
      setEdits(
        new Map([
          ...edits,
          ...permissions
            .filter((permission) => scope === undefined || mayChoose(permission, scope))
            .map((permission) => [permission, scope] as const),
        ]),
      ),
    reset: () => setEdits(new Map()),
    list: () => [...now].map(([permission, scope]) => ({ permission, scope })),
  };
}
