import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { exportsOf } from '#contract/exports.ts';
import { pageBy } from '#contract/paging.ts';
import { DATA_LABELS } from './dataWords.ts';
import { entityLabel } from './entities.ts';
import { actionLabel, DEEDS, deedOf, type Deed } from './words.ts';

const deeds = Object.keys(DEEDS) as [Deed, ...Deed[]];

/** One line of the audit log. */
export const AuditRow = z.object({
  id: z.number().int(),
  at: z.string(),
  /** staff · client · system · nobody */
  actor: z.object({ kind: z.string(), id: z.string().nullable(), name: z.string().nullable() }),
  action: z.string(),
  entity: z.string(),
  entity_id: z.string(),
  /** Name of the user that the record is about, when the record is a user. */
  subject: z.string().nullable(),
  /** What changed, as written by the service; never a secret. */
  data: z.record(z.string(), z.unknown()),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  /** Request number, shown to the user with an error and written to the server log. */
  request_id: z.string().nullable(),
});
export type AuditRow = z.infer<typeof AuditRow>;

export const AuditFilter = pageBy('id').extend({
  /** A name, a record number, an IP address or a request number. */
  q: z.string().trim().max(80).optional(),
  que: z.enum(deeds).optional(),
  usuario_id: z.coerce.number().int().optional(),
  /** Kind and number of the record. */
  registro: z.string().max(40).optional(),
  registro_id: z.string().max(60).optional(),
  desde: IsoDate.optional(),
  hasta: IsoDate.optional(),
});
export type AuditFilter = z.infer<typeof AuditFilter>;

/** The actor's name. A sign-in has no actor yet, so it uses the subject. */
export const actorName = ({ actor: { kind, id, name }, action, subject }: AuditRow) =>
  name ??
  (action === 'signed_in' ? subject : null) ??
  { staff: `Usuario ${id}`, client: 'Cliente', system: 'El sistema' }[kind] ??
  'Alguien sin sesión';

/** Name of the record that was changed. */
export const recordName = ({ entity, entity_id, subject }: AuditRow) =>
  subject ?? `${entityLabel(entity)} ${entity_id}`;

/** `data` as one line: "estado: 3 · motivo: ilegible". */
export const dataText = (data: AuditRow['data']) =>
  Object.entries(data)
    .map(([key, value]) => `${DATA_LABELS[key] ?? key}: ${valueText(value)}`)
    .join(' · ');

const valueText = (value: unknown): string => {
  if (value === null) return '—';
  if (typeof value === 'boolean') return value ? 'sí' : 'no';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

export const auditExports = exportsOf(AuditRow, {
  title: 'Auditoría',
  permission: 'auditoria.exportar',
  columns: [
    { key: 'momento', title: 'Momento', type: 'instant', value: (line) => line.at },
    { key: 'quien', title: 'Quién', type: 'text', width: 28, value: (line) => actorName(line) },
    { key: 'que', title: 'Qué', type: 'text', width: 24, value: (line) => actionLabel(line.action) },
    { key: 'tipo', title: 'Tipo', type: 'text', value: (line) => DEEDS[deedOf(line.action)] },
    { key: 'registro', title: 'Registro', type: 'text', value: (line) => entityLabel(line.entity) },
    { key: 'numero', title: 'Número', type: 'text', value: (line) => line.entity_id },
    { key: 'detalle', title: 'Detalle', type: 'text', width: 60, value: (line) => dataText(line.data) },
    { key: 'ip', title: 'Dirección IP', type: 'text', value: (line) => line.ip },
    { key: 'solicitud', title: 'Solicitud', type: 'text', width: 36, value: (line) => line.request_id },
  ],
  filters: {
    q: { label: 'Búsqueda' },
    que: { label: 'Tipo', values: DEEDS },
    usuario_id: { label: 'Persona', of: 'usuario' },
    registro: { label: 'Registro' },
    registro_id: { label: 'Número' },
    desde: { label: 'Desde' },
    hasta: { label: 'Hasta' },
  },
});
