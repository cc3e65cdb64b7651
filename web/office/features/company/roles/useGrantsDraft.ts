import { useState } from 'react';
import { covers, PERMISSIONS, scopesOf, type Permission, type Scope } from '#contract/access.ts';
import { changesBetween, type Grant, type GrantChange } from '#contract/company/roles/roles.ts';

type Grants = ReadonlyMap<Permission, Scope>;

export interface GrantsDraft {
  of: (permission: Permission) => Scope | undefined;
  /** As the product gives it; the same map for roles of the office's own. */
  original: Grants;
  changes: readonly GrantChange[];
  /** Whether the person may choose that here. */
  mayChoose: (permission: Permission, scope: Scope) => boolean;
  set: (permission: Permission, scope: Scope | undefined) => void;
  /** Sets all of them that can have it and that the person may give. */
  setAll: (permissions: readonly Permission[], scope: Scope | undefined) => void;
  reset: () => void;
  list: () => Grant[];
}

const mapOf = (grants: readonly Grant[]): Grants =>
  new Map(grants.map(({ permission, scope }) => [permission, scope]));

/** What a role allows, as it is being changed; `mine` is what the person holds who changes it. */
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
