import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { Id } from '#contract/ids.ts';
import { Cents } from '#contract/money.ts';
import { pageBy } from '#contract/paging.ts';
import { StateHistory, StatusChange, TransitionOffer } from '#contract/transitions.ts';
import { PERMIT_LEVELS, type PermitLevel } from './rules.ts';

const Named = z.object({ id: z.number().int(), name: z.string() });
const Level = z.enum(Object.keys(PERMIT_LEVELS) as [PermitLevel, ...PermitLevel[]]);

const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max, { error: `Escribe como máximo ${max} caracteres.` })
    .regex(/^\P{Cc}*$/u, { error: 'Escribe una sola línea de texto.' });

const FEE = Cents.min(0, { error: 'El costo no puede ser negativo.' });

/** A permit step; days are YYYY-MM-DD, `costo` is in cents. */
export const Permit = z.object({
  id: z.number().int(),
  tipo: Named,
  entidad: z.string(),
  numero: z.string().nullable(),
  ingreso: z.string().nullable(),
  aprobacion: z.string().nullable(),
  vence: z.string().nullable(),
  costo: z.number().int().nullable(),
  estado: Named,
  /** Ids of the permits that it waits for. */
  depende_de: z.array(z.number().int()),
  version: z.number().int(),
});
export type Permit = z.infer<typeof Permit>;

export const PermitRow = Permit.omit({ depende_de: true }).extend({
  /** What it is for: the whole project, one of its models, or one house. */
  nivel: Level,
  proyecto: Named,
  modelo: Named.nullable(),
  vivienda: Named.nullable(),
  /** The day on which its approval is expected. */
  previsto: z.string().nullable(),
  /** Days until its last day; negative after it. Null: not approved, or without end. */
  dias: z.number().int().nullable(),
  /** How many permits it still waits for. */
  espera: z.number().int(),
});
export type PermitRow = z.infer<typeof PermitRow>;

/** Another permit, as a link. `de`: what it is for. */
export const PermitLink = z.object({
  id: z.number().int(),
  name: z.string(),
  de: z.string(),
  estado: Named,
});
export type PermitLink = z.infer<typeof PermitLink>;

export const PermitRecord = PermitRow.extend({
  nota: z.string(),
  depende_de: z.array(z.number().int()),
  antes: z.array(PermitLink),
  despues: z.array(PermitLink),
  /** Those that it may wait for. */
  candidatos: z.array(PermitLink),
  archivo: z
    .object({ name: z.string(), mime: z.string(), size: z.number().int(), url: z.string() })
    .nullable(),
  /** The version of the plan with which it was presented; `vigente`: it is still the one in force. */
  plano: z.object({ id: z.number().int(), numero: z.number().int(), vigente: z.boolean() }).nullable(),
  /** Houses whose works, or handing over, it holds up now; the first ones by name. */
  detiene: z.object({
    que: z.enum(['obra', 'entrega']).nullable(),
    total: z.number().int(),
    viviendas: z.array(Named),
  }),
  /** The lot of the house whose legal file it writes. */
  expediente: z.number().int().nullable(),
  history: StateHistory,
  changes: z.array(
    z.object({ id: z.number().int(), at: z.string(), who: z.string().nullable(), text: z.string() }),
  ),
  transitions: z.array(TransitionOffer),
  may_edit: z.boolean(),
  /** The days and the number that an approval wrote are corrected by who approves. */
  may_correct: z.boolean(),
  may_delete: z.boolean(),
});
export type PermitRecord = z.infer<typeof PermitRecord>;

export const PERMIT_STANDINGS = {
  en_tramite: 'En trámite',
  por_vencer: 'Vencen en 30 días',
  vencidos: 'Vencidos',
  atrasados: 'Atrasados',
  listos: 'Listos para ingresar',
} as const;

export const PermitFilter = pageBy('id', 'vence', 'previsto', 'ingreso').extend({
  proyecto_id: Id.optional(),
  modelo_id: Id.optional(),
  vivienda_id: Id.optional(),
  tipo_id: Id.optional(),
  estado_id: Id.optional(),
  nivel: Level.optional(),
  entidad: z.string().trim().max(120).optional(),
  situacion: z.enum(Object.keys(PERMIT_STANDINGS) as [keyof typeof PERMIT_STANDINGS]).optional(),
  q: z.string().trim().max(60).optional(),
});
export type PermitFilter = z.infer<typeof PermitFilter>;

const TypeId = z.number().int().min(1).max(32_767);
const PermitWords = z.object({
  entidad: line(120).min(2, { error: 'Escribe la entidad.' }),
  costo: FEE.nullable().default(null),
  /** The day on which its approval is expected. */
  previsto: IsoDate.nullable().default(null),
  nota: z.string().trim().max(2000, { error: 'Escribe como máximo 2000 caracteres.' }).default(''),
});

/** A permit of a project, or of one of its models (plano), or of one house. */
export const NewPermit = PermitWords.extend({
  proyecto_id: Id.nullable().default(null),
  plano_id: Id.nullable().default(null),
  vivienda_id: Id.nullable().default(null),
  tipo_id: TypeId,
});
export type NewPermit = z.output<typeof NewPermit>;

/** What is corrected of a permit: its words, and the days and the number that its steps wrote. */
export const PermitChange = PermitWords.extend({
  numero: line(40).nullable().default(null),
  ingreso: IsoDate.nullable().default(null),
  aprobacion: IsoDate.nullable().default(null),
  vence: IsoDate.nullable().default(null),
});
export type PermitChange = z.output<typeof PermitChange>;

const ids = z.array(z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)).max(200);

/** Begins these permits for the project (without models and houses), for models or for houses; those that exist stay. */
export const StartPermits = z.object({
  proyecto_id: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  modelo_ids: ids.default([]),
  vivienda_ids: ids.default([]),
  tipo_ids: z.array(TypeId).min(1, { error: 'Elige al menos un trámite.' }).max(60),
  previsto: IsoDate.nullable().default(null),
});
export type StartPermits = z.output<typeof StartPermits>;

export const PermitDependencies = z.object({
  depende_de: z.array(z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)).max(50),
  version: z.number().int().optional(),
});
export type PermitDependencies = z.output<typeof PermitDependencies>;

/** Empty text counts as missing. */
const blank = z.literal('').transform(() => undefined);

/** Entering takes its day and number, approving its day and last day of validity; without a day, today. */
export const PermitStatusChange = z.object({
  params: StatusChange.shape.params.extend({
    fecha: z.union([blank, IsoDate]).optional(),
    numero: z.union([blank, line(40).min(1)]).optional(),
    vence: z.union([blank, IsoDate]).optional(),
    /** On entering: the company's bank account that the fee leaves; without it, the usual one of the project. */
    cuenta_id: z.number().int().positive().nullish(),
  }),
});
export type PermitStatusChange = z.output<typeof PermitStatusChange>['params'];

/** The authority gives an approved permit more time. */
export const PermitExtension = z.object({
  vence: IsoDate,
  numero: line(40).default(''),
  motivo: line(300).min(3, { error: 'Escribe con qué resolución o nota.' }),
});
export type PermitExtension = z.output<typeof PermitExtension>;

const Cell = z.object({
  permiso_id: z.number().int(),
  estado: Named,
  /** What the permit in the cell is for: a house shows what it has from its model and its project. */
  nivel: Level,
  vence: z.string().nullable(),
  previsto: z.string().nullable(),
});

export const PermitMatrix = z.object({
  tipos: z.array(Named.extend({ nivel: Level, obra: z.boolean(), entrega: z.boolean() })),
  filas: z.array(
    Named.extend({
      nivel: Level,
      /** The model of a house. */
      modelo: z.string().nullable(),
      /** A permit stops its works. */
      detenida: z.boolean(),
      /** By id of the type. */
      celdas: z.record(z.string(), Cell),
    }),
  ),
  /** Houses of the project beyond those answered. */
  mas: z.number().int(),
});
export type PermitMatrix = z.infer<typeof PermitMatrix>;
