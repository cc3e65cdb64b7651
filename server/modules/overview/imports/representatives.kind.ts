import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { documentKey, readDocument } from '#contract/identity.ts';
import {
  choiceCell,
  dayCell,
  moneyCell,
  schemaCell,
  textCell,
  type CellValue,
} from '#contract/overview/imports/cells.ts';
import { NewRepresentative } from '#contract/legal/representatives/model.ts';
import { POWER_KIND_NAMES, POWER_KINDS } from '#contract/legal/representatives/rules.ts';
import { moneyText } from '#contract/money.ts';
import { Phone, showPhone } from '#contract/phone.ts';
import type { Context } from '#server/kernel/context.ts';
import { rows as rowsOf } from '#server/kernel/db.ts';
import {
  changeRepresentative,
  registerRepresentative,
  takeBackRepresentative,
} from '#server/modules/legal/representatives/representatives.service.ts';
import type { ImportColumn, ImportKind, RowValues } from './kind.ts';
import { changedSince, valuesBefore } from './reach.ts';

interface There {
  id: number;
  key: string;
  userId: number | null;
  values: RowValues;
}
interface Known {
  /** The representatives that are offered, by the key of their document. */
  there: ReadonlyMap<string, There>;
}

const KINDS = POWER_KIND_NAMES.map((name, at) => ({ id: at + 1, name: POWER_KINDS[name] }));
const kindOf = (id: CellValue) => POWER_KIND_NAMES[Number(id) - 1] ?? 'escritura';
const text = (value: CellValue | undefined) => (value === null || value === undefined ? '' : String(value));

const column = (
  key: string,
  title: string,
  rest: Pick<ImportColumn<Known>, 'example' | 'hint' | 'read'> & Partial<ImportColumn<Known>>,
): ImportColumn<Known> => ({ key, title, aliases: [], required: true, ...rest });

async function findThere(ctx: Pick<Context, 'db'>, lock: boolean): Promise<There[]> {
  const found = await rowsOf<Record<string, string | number | null>>(
    ctx.db,
    sql`select id, document_key "key", user_id "userId", name, document, phone, email::text email, power_kind "powerKind", power_text "powerText",
      limit_cents "limitCents", valid_from::text "validFrom", valid_until::text "validUntil"
      from representatives where archived_at is null order by id ${lock ? sql`for no key update` : sql``}`,
  );
  return found.map((one) => ({
    id: Number(one['id']),
    key: String(one['key']),
    userId: one['userId'] === null ? null : Number(one['userId']),
    values: {
      nombre: one['name']!,
      documento: one['document']!,
      celular: one['phone']!,
      correo: one['email']!,
      origen: POWER_KIND_NAMES.indexOf(one['powerKind'] as (typeof POWER_KIND_NAMES)[number]) + 1,
      poder: one['powerText']!,
      limite: one['limitCents'] === null ? null : Number(one['limitCents']),
      desde: one['validFrom']!,
      vence: one['validUntil'] ?? null,
    },
  }));
}

/** The representatives of a company that moves in, with their powers. */
export const representativesImport: ImportKind<Known> = {
  name: 'representatives',
  title: 'Representantes',
  text: 'Trae a quienes firman por la empresa, con su poder. Una persona que ya está se reconoce por su cédula o pasaporte.',
  permission: 'legal.crear',
  seenBy: 'legal.ver',
  most: 500,
  columns: [
    column('nombre', 'Nombre', {
      aliases: ['representante', 'nombre completo'],
      example: 'Ricardo Alfaro Ruiz',
      hint: 'Como está en su documento y en el poder.',
      read: () => schemaCell(z.string().trim().min(3, { error: 'escribe el nombre completo.' }).max(120)),
    }),
    column('documento', 'Documento', {
      aliases: ['cedula', 'pasaporte'],
      example: '8-245-677',
      hint: 'Cédula con guiones, o pasaporte.',
      read: () => textCell(40),
    }),
    column('celular', 'Celular', {
      aliases: ['telefono'],
      example: '6678-1234',
      hint: 'Con + si no es de Panamá.',
      read: () => schemaCell(Phone),
      show: (value) => showPhone(text(value)),
    }),
    column('correo', 'Correo', {
      aliases: ['email', 'correo electronico'],
      example: 'ricardo@empresa.com',
      hint: 'Ahí le llegan el enlace y el código.',
      read: () => schemaCell(z.email({ error: 'escribe un correo válido.' })),
    }),
    column('origen', 'Origen del poder', {
      aliases: ['tipo de poder'],
      example: POWER_KINDS.escritura,
      hint: 'Escritura pública, ficha del Registro Público o poder especial.',
      read: () => choiceCell(KINDS),
      choices: () => KINDS.map(({ name }) => name),
      show: (value) => POWER_KINDS[kindOf(value)],
    }),
    column('poder', 'Datos del poder', {
      aliases: ['poder'],
      example: 'Escritura 4512 de la Notaría Quinta',
      hint: 'Como se citan en los contratos.',
      read: () => textCell(300),
    }),
    column('limite', 'Límite', {
      aliases: ['limite por documento'],
      required: false,
      example: '100,000.00',
      hint: 'Vacío si no tiene.',
      read: () => moneyCell({ min: 1, max: 999_999_999_00, fault: 'escribe un monto mayor que cero.' }),
      show: (value) => (value === null ? '' : moneyText(Number(value))),
    }),
    column('desde', 'Vale desde', {
      aliases: ['desde', 'inicio'],
      example: '01-01-2026',
      hint: 'Día, mes y año.',
      read: () => dayCell,
    }),
    column('vence', 'Vence', {
      aliases: ['hasta', 'vencimiento'],
      required: false,
      example: '31-12-2027',
      hint: 'Vacío si no vence.',
      read: () => dayCell,
    }),
  ],

  async load(ctx, lock) {
    return { there: new Map((await findThere(ctx, lock)).map((one) => [one.key, one])) };
  },

  match(values, { there }) {
    const sent = bodyOf(values);
    if (!sent) return { column: 'Documento', fault: 'escribe una cédula o un pasaporte válido.' };
    const read = NewRepresentative.safeParse(sent);
    if (!read.success) return { column: '', fault: read.error.issues[0]?.message ?? 'revisa la fila.' };
    const key = documentKey(sent.document_type, sent.document);
    const before = there.get(key);
    return {
      key,
      label: sent.name,
      existing: before ? { id: before.id, values: before.values } : null,
      values: { ...values, documento: sent.document },
    };
  },

  async write(ctx, rows) {
    const ids = new Map<number, number>();
    for (const { row, existingId, values } of rows) {
      const sent = NewRepresentative.parse(bodyOf(values));
      if (existingId === null) ids.set(row, await registerRepresentative(ctx, sent));
      else {
        await rewrite(ctx, existingId, values);
        ids.set(row, existingId);
      }
    }
    return ids;
  },

  async undo(ctx, rows) {
    const byId = new Map((await findThere(ctx, true)).map((one) => [one.id, one]));
    for (const { recordId, made, changes } of rows) {
      const there = byId.get(recordId);
      if (!there) return 'Alguno de los representantes ya no está.';
      if (changedSince(there.values, changes))
        return `${text(there.values['nombre'])} se cambió después: corrígelo en su ficha.`;
      if (!made) await rewrite(ctx, recordId, valuesBefore(there.values, changes));
      else if (!(await takeBackRepresentative(ctx, recordId)))
        return `${text(there.values['nombre'])} ya firma un documento: archívalo en su ficha.`;
    }
    return null;
  },
};

/** Writes the values of a row over a representative, who keeps the user of the office. */
async function rewrite(ctx: Context, id: number, values: RowValues): Promise<void> {
  const there = (await findThere(ctx, true)).find((one) => one.id === id);
  const sent = NewRepresentative.parse({ ...bodyOf(values), user_id: there?.userId ?? null });
  await changeRepresentative(ctx, id, sent);
}

/** A row as the office's form sends it; undefined when the document cannot be read. */
function bodyOf(values: RowValues) {
  const typed = text(values['documento']).trim();
  const types = ['cedula', 'pasaporte'] as const;
  const type = types.find((one) => readDocument(one, typed) !== undefined);
  if (!type) return undefined;
  return {
    name: text(values['nombre']),
    document_type: type,
    document: readDocument(type, typed)!,
    phone: text(values['celular']),
    email: text(values['correo']),
    power_kind: kindOf(values['origen'] ?? null),
    power_text: text(values['poder']),
    limit_centavos:
      values['limite'] === null || values['limite'] === undefined ? null : Number(values['limite']),
    valid_from: text(values['desde']),
    valid_until: values['vence'] === null || values['vence'] === undefined ? null : text(values['vence']),
  };
}
