import { z } from 'zod';
import {
  covers,
  GRANTS,
  PERMISSIONS,
  ROLES,
  SCOPES,
  scopesOf,
  type Permission,
  type RoleName,
  type Scope,
} from '#contract/access.ts';
import type { FieldError } from '#contract/errors.ts';

/** The customer role exists in lists only: it has no grants and no user gets it (permissions.tsv). */
export const CUSTOMER_ROLE = 16;

/** Default descriptions of the seed roles; the office may change them. */
export const ROLE_DESCRIPTIONS: Record<RoleName, string> = {
  administrador: 'Todo, también quién puede qué.',
  gerencia: 'Ve todo y decide: aprueba, anula y mira las cifras.',
  coordinador: 'Reparte las ventas, resuelve excepciones y entrega.',
  asesor: 'Vende y acompaña a sus clientes.',
  procesador: 'Arma expedientes y trámites de las ventas que le asignan.',
  abogado: 'Promesas, adendas y escrituras.',
  contabilidad: 'Verifica pagos y lleva cuentas y bancos.',
  proyectos: 'Dirige la obra de sus proyectos.',
  inspector: 'Inspecciona trabajos y lleva la bitácora de sus proyectos.',
  compras: 'Compra y despacha materiales.',
  contratista: 'Ve sus contratos y reporta su avance.',
  permisos: 'Permisos de construcción y planos.',
  postventa: 'Entrega viviendas y atiende reclamos.',
  soporte: 'Tickets, avisos y chatbot.',
  auditor: 'Lo ve todo y no cambia nada.',
  cliente: 'Los compradores; no entran a la oficina.',
  residente: 'El día a día de la obra en sus proyectos.',
};

export const isSeedRole = (id: number): boolean => ROLES.some((role) => role.id === id);

/** Default grants of a seed role; empty for a role made by the office. */
export function seedGrantsOf(id: number): Map<Permission, Scope> {
  const name = ROLES.find((role) => role.id === id)?.name;
  return new Map(
    GRANTS.filter((grant) => grant.role === name).map(({ permission, scope }) => [permission, scope]),
  );
}

const names = PERMISSIONS.map(({ name }) => name) as [Permission, ...Permission[]];
export const Grant = z.object({ permission: z.enum(names), scope: z.enum(SCOPES) });
export type Grant = z.infer<typeof Grant>;

/** Grants of a role: each permission once, with a scope that it allows. */
export const Grants = z
  .array(Grant)
  .max(PERMISSIONS.length, 'Hay permisos repetidos.')
  .superRefine((grants, check) => {
    const seen = new Set<string>();
    for (const [at, { permission, scope }] of grants.entries()) {
      const path = [at, 'permission'];
      if (seen.has(permission))
        check.addIssue({ code: 'custom', path, message: 'El permiso está repetido.' });
      seen.add(permission);
      if (!scopesOf(permission).includes(scope))
        check.addIssue({
          code: 'custom',
          path: [at, 'scope'],
          message: 'Este permiso vale para todo: no tiene otro alcance.',
        });
    }
  });

const Title = z
  .string()
  .trim()
  .min(2, 'Escribe un nombre de al menos 2 caracteres.')
  .max(60, 'Usa como máximo 60 caracteres.');
const Description = z.string().trim().max(300, 'Usa como máximo 300 caracteres.');

export const NewRole = z.object({
  display_name: Title,
  description: Description.default(''),
  requires_second_step: z.boolean().default(false),
  /** Copies the grants of this role; null starts empty. */
  copy_of: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).nullable().default(null),
});
export type NewRole = z.output<typeof NewRole>;

export const RoleChange = z.object({
  display_name: Title.optional(),
  description: Description.optional(),
  requires_second_step: z.boolean().optional(),
  version: z.number().int(),
});
export type RoleChange = z.output<typeof RoleChange>;

export const RoleSummary = z.object({
  id: z.number().int(),
  display_name: z.string(),
  description: z.string(),
  requires_second_step: z.boolean(),
  /** Seed role: it can be archived, never deleted. */
  seed: z.boolean(),
  /** Number of users with the role, active or not. */
  people: z.number().int(),
  permissions: z.number().int(),
  archived_at: z.string().nullable(),
  version: z.number().int(),
});
export type RoleSummary = z.infer<typeof RoleSummary>;

export const Role = RoleSummary.extend({
  grants: z.array(Grant),
  /** The first users with the role. */
  users: z.array(z.object({ id: z.number().int(), name: z.string(), active: z.boolean() })),
});
export type Role = z.infer<typeof Role>;

type Held = ReadonlyMap<Permission, Scope>;

/**
 * Errors for grants that the giver may not give: each grant that is new or wider than before and exceeds the giver's
 * own. Empty: may be saved. Removing is always allowed (the database protects the last administrator).
 */
export function whyNotGive(giver: Held, before: Held, wanted: readonly Grant[]): FieldError[] {
  return wanted.flatMap(({ permission, scope }, at) =>
    covers(before.get(permission), scope) || covers(giver.get(permission), scope)
      ? []
      : [
          {
            field: `grants[${at}][permission]`,
            message: `Tu rol no permite dar «${labelOf(permission)}» con ese alcance.`,
          },
        ],
  );
}

export const labelOf = (permission: Permission): string =>
  PERMISSIONS.find(({ name }) => name === permission)?.display_name ?? permission;

export interface GrantChange {
  permission: Permission;
  /** undefined: not granted. */
  from: Scope | undefined;
  to: Scope | undefined;
}

/** Differences between two sets of grants, in permission order. */
export const changesBetween = (before: Held, after: Held): GrantChange[] =>
  PERMISSIONS.flatMap(({ name: permission }) => {
    const change = { permission, from: before.get(permission), to: after.get(permission) };
    return change.from === change.to ? [] : [change];
  });
