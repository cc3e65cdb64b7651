import { z } from 'zod';
import { ROLES, type RoleName } from '#contract/access.ts';
import { Email } from '#contract/company/auth/model.ts';

/** User types used in rules (domain.md §2). */
export const USER_TYPE = { staff: 1, externalLawyer: 4, inspector: 5, customer: 6 } as const;

/** User types (domain.md §2). Colleagues work for the company itself (rulings 33). */
export const USER_TYPES = [
  { id: 1, name: 'Colaborador', colleague: true },
  { id: 2, name: 'Contratista', colleague: false },
  { id: 3, name: 'Contratante', colleague: false },
  { id: 4, name: 'Abogado externo', colleague: false },
  { id: 5, name: 'Inspector (agente)', colleague: true },
  { id: 6, name: 'Cliente', colleague: false },
  { id: 7, name: 'Oficial de banco', colleague: false },
] as const;

export const isColleague = (userTypeId: number) =>
  USER_TYPES.some(({ id, colleague }) => id === userTypeId && colleague);
export const userTypeName = (userTypeId: number) =>
  USER_TYPES.find(({ id }) => id === userTypeId)?.name ?? '';

/** Customers cannot sign in: the role exists in lists only (permissions.tsv). */
const roleNames = ROLES.map(({ name }) => name).filter((name) => name !== 'cliente') as [
  RoleName,
  ...RoleName[],
];

/** A new office user; the invitation sets the password. */
export const NewUser = z.object({
  name: z.string().trim().min(1).max(120),
  email: Email,
  userTypeId: z
    .number()
    .int()
    .refine((id) => USER_TYPES.some((type) => type.id === id && id !== 6), 'Elige el tipo de usuario.')
    .default(1),
  roles: z.array(z.enum(roleNames)).min(1),
  /** E.164 */
  phone: z.string().max(20).nullable().default(null),
});
export type NewUser = z.input<typeof NewUser>;
