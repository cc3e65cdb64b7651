import { z } from 'zod';
import { data, endpoint } from '#contract/endpoint.ts';
import { orderBy } from '#contract/paging.ts';
import { MENU_OPTIONS } from './menu.ts';
import { MENU_MODULES } from './modules.ts';

const Name = z.object({ id: z.number().int(), name: z.string() });

/** Sorting of the short lists; menu order by default. */
const ordered = orderBy('position', 'id', 'name');

export const listModules = endpoint({
  method: 'GET',
  path: '/api/administrations/modules/lists',
  access: 'administracion.ver',
  shows: [],
  summary: 'Los módulos del menú',
  query: ordered,
  answer: data(z.array(Name)),
});

export const listMenuOptions = endpoint({
  method: 'GET',
  path: '/api/administrations/options_menu/lists',
  access: 'administracion.ver',
  shows: [],
  summary: 'Las opciones del menú',
  query: ordered,
  answer: data(z.array(Name)),
});

/** The active view-as; null: none. */
export const ViewAs = z.object({
  kind: z.enum(['role', 'user']),
  id: z.number().int(),
  /** Name of the role or user. */
  name: z.string(),
  /** The view ends then by itself. */
  until: z.string(),
});
export type ViewAs = z.infer<typeof ViewAs>;

/**
 * The office frame for the current user: allowed pages, in the office's order and with its names. `standing` changes
 * with the user's access, scopes and teams included: a page that sees a new value fetches everything again.
 */
export const officeMenu = endpoint({
  method: 'GET',
  path: '/api/office/menu',
  access: 'staff',
  shows: ['menu'],
  summary: 'El menú de quien pregunta, y como quién ve la oficina',
  answer: data(
    z.object({
      modules: z.array(
        Name.extend({ options: z.array(Name.extend({ href: z.string(), counter: z.string().nullable() })) }),
      ),
      view_as: ViewAs.nullable(),
      /** Set in a restored copy that sends nothing yet; `taken_at`: time of its backup. */
      safe_mode: z.object({ taken_at: z.string().nullable() }).nullable(),
      standing: z.string(),
      /** News that the user has not read. */
      unread_news: z.number().int(),
      /** For administrators: what of the system needs somebody to act now, by its label. */
      unhealthy: z.array(z.string()),
    }),
  ),
});

const MenuRow = z.object({
  id: z.number().int(),
  /** Name in this office. */
  name: z.string(),
  /** Default name. */
  original: z.string(),
  hidden: z.boolean(),
});

/** The whole menu, hidden rows included. */
export const MenuArrangement = z.object({
  version: z.number().int(),
  modules: z.array(MenuRow.extend({ options: z.array(MenuRow.extend({ href: z.string() })) })),
});
export type MenuArrangement = z.infer<typeof MenuArrangement>;

export const menuArrangement = endpoint({
  method: 'GET',
  path: '/api/administrations/menu',
  access: 'administracion.ver',
  shows: ['menu'],
  summary: 'El menú entero, con lo escondido',
  answer: data(MenuArrangement),
});

const MenuName = z.string().trim().min(1, 'Escribe un nombre.').max(40, 'Usa como máximo 40 caracteres.');
const oneOf = (ids: readonly number[]) =>
  z
    .number()
    .int()
    .refine((id) => ids.includes(id), 'No está en el menú.');

/** Every module and option once, in order. */
export const NewMenuArrangement = z
  .object({
    version: z.number().int(),
    modules: z
      .array(
        z.object({
          id: oneOf(MENU_MODULES.map(({ id }) => id)),
          name: MenuName,
          hidden: z.boolean(),
          options: z
            .array(
              z.object({
                id: oneOf(MENU_OPTIONS.map(({ id }) => id)),
                name: MenuName,
                hidden: z.boolean(),
              }),
            )
            .max(MENU_OPTIONS.length),
        }),
      )
      .max(MENU_MODULES.length),
  })
  .refine(
    ({ modules }) =>
      isWhole(modules, MENU_MODULES) &&
      isWhole(
        modules.flatMap(({ options }) => options),
        MENU_OPTIONS,
      ),
    { path: ['modules'], message: 'Cada módulo y cada opción va una vez. Recarga la página.' },
  );
export type NewMenuArrangement = z.infer<typeof NewMenuArrangement>;

const isWhole = (given: readonly { id: number }[], all: readonly { id: number }[]) =>
  given.length === all.length && new Set(given.map(({ id }) => id)).size === all.length;

export const arrangeMenu = endpoint({
  method: 'PUT',
  path: '/api/administrations/menu',
  access: 'administracion.editar',
  touches: ['menu'],
  summary: 'Nombra, ordena, mueve y esconde los módulos y las opciones del menú',
  body: NewMenuArrangement,
  answer: data(MenuArrangement).extend({ success: z.string() }),
  errors: ['CONFLICT'],
});
