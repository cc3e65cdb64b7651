import { z } from 'zod';
import { PART_NAMES } from '#contract/care/covers/parts.ts';

const Name = (what: string) =>
  z
    .string()
    .trim()
    .min(1, { error: `Escribe ${what}.` })
    .max(80, { error: 'Escribe 80 caracteres como máximo.' });

/** A point that is looked at in a room, and the part of the house that it belongs to. */
export const Point = z.object({
  nombre: Name('el punto'),
  parte: z.enum(PART_NAMES, { error: 'Elige la parte.' }),
});
export type Point = z.infer<typeof Point>;
export const Room = z.object({
  nombre: Name('el ambiente'),
  puntos: z.array(Point).min(1, { error: 'Escribe al menos un punto.' }).max(30),
});
export type Room = z.infer<typeof Room>;
export const Rooms = z
  .array(Room)
  .min(1, { error: 'Escribe al menos un ambiente.' })
  .max(30)
  .superRefine((rooms, ctx) => {
    const seen = new Set<string>();
    for (const [at, { nombre, puntos }] of rooms.entries())
      for (const [place, point] of puntos.entries()) {
        const key = `${nombre} ${point.nombre}`.toLowerCase();
        if (seen.has(key))
          ctx.addIssue({
            code: 'custom',
            path: [at, 'puntos', place, 'nombre'],
            message: `«${point.nombre}» está dos veces en ${nombre}.`,
          });
        seen.add(key);
      }
  });

const room = (nombre: string, ...puntos: [string, Point['parte']][]): Room => ({
  nombre,
  puntos: puntos.map(([point, parte]) => ({ nombre: point, parte })),
});
const DRY: [string, Point['parte']][] = [
  ['Paredes y pintura', 'pintura'],
  ['Cielo raso', 'repello'],
  ['Piso', 'pisos'],
  ['Puerta y ventana', 'ventanas'],
  ['Tomas y luces', 'electricidad'],
];

/** The list of a company that has not written one yet: what any house of one floor has. */
export const DEFAULT_ROOMS: readonly Room[] = [
  room('Sala y comedor', ...DRY),
  room(
    'Cocina',
    ['Paredes y azulejos', 'pisos'],
    ['Mueble y fregador', 'plomeria'],
    ['Llaves y desagüe', 'plomeria'],
    ['Tomas y luces', 'electricidad'],
  ),
  room('Recámara principal', ...DRY),
  room('Recámara 2', ...DRY),
  room(
    'Baño',
    ['Azulejos y juntas', 'pisos'],
    ['Inodoro y lavamanos', 'plomeria'],
    ['Ducha y desagüe', 'plomeria'],
    ['Puerta y ventana', 'ventanas'],
  ),
  room(
    'Exterior',
    ['Techo y canales', 'techo'],
    ['Fachada y paredes', 'paredes'],
    ['Acera y cochera', 'exteriores'],
    ['Tanque y tuberías', 'plomeria'],
    ['Panel eléctrico', 'electricidad'],
  ),
];

/** The keys of a house that has no list of its own yet. */
export const DEFAULT_KEYS = [
  { nombre: 'Puerta principal', cantidad: 3 },
  { nombre: 'Puerta trasera', cantidad: 2 },
] as const;
