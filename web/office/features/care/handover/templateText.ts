import { PARTS, PART_NAMES, type Part } from '#contract/care/covers/parts.ts';
import { Rooms, type Room } from '#contract/care/handover/template.ts';

/** A list as people edit it: a room on its own line, its points under it as "- Piso (Pisos y azulejos)". */
export const textOf = (rooms: readonly Room[]): string =>
  rooms
    .map(({ nombre, puntos }) =>
      [nombre, ...puntos.map((point) => `- ${point.nombre} (${PARTS[point.parte].label})`)].join('\n'),
    )
    .join('\n\n');

const POINT = /^-\s*(.+?)\s*\(([^()]+)\)$/;
const plain = (text: string) => text.trim().toLowerCase();
const partNamed = (label: string): Part | undefined =>
  PART_NAMES.find((part) => plain(PARTS[part].label) === plain(label) || part === plain(label));

/** Reads the text back, or says which line is wrong. */
export function roomsOf(text: string): { rooms: Room[] } | { fault: string } {
  const rooms: Room[] = [];
  for (const [at, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    if (line === '') continue;
    if (!line.startsWith('-')) {
      rooms.push({ nombre: line, puntos: [] });
      continue;
    }
    const [, nombre, label] = POINT.exec(line) ?? [];
    const parte = label === undefined ? undefined : partNamed(label);
    const room = rooms.at(-1);
    if (!room) return { fault: `Línea ${at + 1}: escribe primero el ambiente.` };
    if (nombre === undefined || parte === undefined)
      return { fault: `Línea ${at + 1}: escribe «- Punto (Parte)», con una de las partes de abajo.` };
    room.puntos.push({ nombre, parte });
  }
  const { data, error } = Rooms.safeParse(rooms);
  return data ? { rooms: data } : { fault: error?.issues[0]?.message ?? 'Revisa la lista.' };
}
