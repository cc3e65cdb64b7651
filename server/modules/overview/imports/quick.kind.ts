import { asc } from 'drizzle-orm';
import { QUICK_MAX, QUICK_WORDS, QuickText, Shortcut } from '#contract/care/inbox/model.ts';
import { choiceCell, schemaCell } from '#contract/overview/imports/cells.ts';
import {
  answererRoles,
  changeQuick,
  createQuick,
  removeQuick,
} from '#server/modules/care/inbox/inbox.service.ts';
import { quickAnswers } from '#server/modules/care/inbox/inbox.table.ts';
import type { Context } from '#server/kernel/context.ts';
import type { ImportKind, RowValues } from './kind.ts';
import { changedSince, valuesBefore } from './reach.ts';

interface There {
  id: number;
  version: number;
  values: RowValues;
}
interface Known {
  roles: { id: number; name: string }[];
  /** By shortcut. */
  answers: ReadonlyMap<string, There>;
  /** Answers that fit yet; the file's new ones are counted while its rows are matched. */
  room: { left: number };
}

export const quickImport: ImportKind<Known> = {
  name: 'quick',
  title: 'Respuestas rápidas',
  text: 'Trae las respuestas rápidas del chat y cambia las que ya están, por su atajo.',
  permission: 'chat.editar',
  seenBy: 'chat.ver',
  most: QUICK_MAX,
  columns: [
    {
      key: 'atajo',
      title: 'Atajo',
      aliases: ['shortcut', 'clave', 'nombre'],
      required: true,
      example: 'horario',
      hint: 'Lo que se escribe después de la barra: de 2 a 30 letras, números o guiones, sin espacios.',
      read: () => schemaCell(Shortcut),
    },
    {
      key: 'respuesta',
      title: 'Respuesta',
      aliases: ['texto', 'mensaje'],
      required: true,
      lines: true,
      example: 'Hola, {nombre}. Atendemos de lunes a viernes de 8:00 a 17:00.',
      hint: `Hasta 2000 caracteres. Puede nombrar ${Object.keys(QUICK_WORDS)
        .map((word) => `{${word}}`)
        .join(', ')}.`,
      read: () => schemaCell(QuickText),
    },
    {
      key: 'rol',
      title: 'Rol',
      aliases: ['para', 'papel', 'equipo'],
      required: false,
      example: '',
      hint: 'Solo para quien tiene ese rol. Vacío: para todos, o queda como está.',
      read: ({ roles }) => choiceCell(roles),
      choices: ({ roles }) => roles.map(({ name }) => name),
    },
  ],

  async load(ctx, lock) {
    const roles = await rolesOf(ctx);
    const query = ctx.db.select().from(quickAnswers).orderBy(asc(quickAnswers.id));
    const found = await (lock ? query.for('no key update') : query);
    return {
      roles,
      answers: new Map(
        found.map((one) => [
          one.shortcut,
          { id: one.id, version: one.version, values: valuesOf(one, roles) },
        ]),
      ),
      room: { left: QUICK_MAX - found.length },
    };
  },

  match(values, { roles, answers, room }) {
    const shortcut = String(values['atajo']);
    const there = answers.get(shortcut) ?? null;
    room.left -= there ? 0 : 1;
    if (!there && room.left < 0)
      return { column: 'Atajo', fault: `caben ${QUICK_MAX} respuestas: quita las que ya no sirven.` };
    const role = roles.find(({ id }) => id === values['rol']);
    return {
      key: shortcut,
      label: `/${shortcut}`,
      existing: there,
      values: {
        _roleId: role?.id ?? there?.values['_roleId'] ?? null,
        _version: there?.version ?? null,
        atajo: shortcut,
        respuesta: values['respuesta'] ?? null,
        rol: role?.name ?? there?.values['rol'] ?? null,
      },
    };
  },

  async write(ctx, rows) {
    const ids = new Map<number, number>();
    for (const { row, existingId, values } of rows) {
      const given = columnsOf(values);
      const { id } =
        existingId === null
          ? await createQuick(ctx, { ...given, shortcut: String(values['atajo']) })
          : await changeQuick(ctx, existingId, { ...given, version: Number(values['_version']) });
      ids.set(row, id);
    }
    return ids;
  },

  async undo(ctx, rows) {
    const roles = await rolesOf(ctx);
    const found = await ctx.db.select().from(quickAnswers).orderBy(asc(quickAnswers.id)).for('no key update');
    const byId = new Map(found.map((one) => [one.id, one]));
    for (const { recordId, made, changes } of rows) {
      const there = byId.get(recordId);
      if (!there) return 'Alguna de las respuestas ya no está.';
      const values = valuesOf(there, roles);
      if (changedSince(values, changes) || (made && there.version > 1))
        return `La respuesta /${there.shortcut} se cambió después: cámbiala en Respuestas y plantillas.`;
      const before = valuesBefore(values, changes);
      const roleId = roles.find(({ name }) => name === before['rol'])?.id ?? null;
      await (made
        ? removeQuick(ctx, recordId)
        : changeQuick(ctx, recordId, {
            ...columnsOf({ ...before, _roleId: roleId }),
            version: there.version,
          }));
    }
    return null;
  },
};

const rolesOf = async (ctx: Context) =>
  (await answererRoles(ctx)).map(({ value, text }) => ({ id: Number(value), name: text }));

const valuesOf = (
  { shortcut, text, roleId }: typeof quickAnswers.$inferSelect,
  roles: Known['roles'],
): RowValues => ({
  _roleId: roleId,
  atajo: shortcut,
  respuesta: text,
  rol: roles.find(({ id }) => id === roleId)?.name ?? null,
});

const columnsOf = (values: RowValues) => ({
  text: String(values['respuesta']),
  role_id: values['_roleId'] as number | null,
});
