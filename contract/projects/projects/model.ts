import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { Cents } from '#contract/money.ts';
import { Phone } from '#contract/phone.ts';
import { TeamMember } from './team.ts';

const slug = z
  .string()
  .trim()
  .min(2)
  .max(60)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: 'Usa letras minúsculas, números y guiones.' });
const name = z.string().trim().min(2).max(80);
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: 'Usa el formato AAAA-MM.' });
const degrees = (max: number) =>
  z
    .number()
    .min(-max, { error: `Entre -${max} y ${max}.` })
    .max(max, { error: `Entre -${max} y ${max}.` });
const positive = Cents.min(1, { error: 'El monto debe ser mayor que cero.' });

/** Media of a project or a model, for the office. */
export const Media = z.object({
  id: z.number().int(),
  model_id: z.number().int().nullable(),
  kind: z.enum(['hero', 'foto', 'plano', 'video']),
  alt: z.string(),
  mime: z.string(),
  url: z.string(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  position: z.number().int(),
});
export type Media = z.infer<typeof Media>;

/** Images and videos of what is sold: larger than documents, but limited. */
export const MEDIA_FILE = {
  maxCount: 1,
  maxSize: 40 * 1_048_576,
  types: ['image/jpeg', 'image/png', 'image/webp', 'video/mp4', 'video/webm'],
} as const;

export const HouseModel = z.object({
  id: z.number().int(),
  project_id: z.number().int(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  bedrooms: z.number().int(),
  bathrooms: z.number(),
  area_m2: z.number(),
  price_centavos: z.number().int(),
  price_until: z.string().nullable(),
  position: z.number().int(),
  published: z.boolean(),
  archived: z.boolean(),
  version: z.number().int(),
});
export type HouseModel = z.infer<typeof HouseModel>;

export const HouseModelForm = z.object({
  name,
  slug,
  description: z.string().trim().max(2000).default(''),
  bedrooms: z.number().int().min(0).max(12),
  bathrooms: z.number().min(0).max(12).multipleOf(0.5, { error: 'Usa enteros o medios baños.' }),
  area_m2: z.number().min(1).max(9999),
  price_centavos: positive,
  price_until: IsoDate.nullable().default(null),
  position: z.number().int().min(0).max(999).default(0),
  published: z.boolean().default(true),
  archived: z.boolean().default(false),
});

/** A row of the office's project list. */
export const ProjectRow = z.object({
  id: z.number().int(),
  slug: z.string(),
  name: z.string(),
  province: z.string(),
  district: z.string(),
  published: z.boolean(),
  archived: z.boolean(),
  models: z.number().int(),
  lots: z.number().int(),
  free_lots: z.number().int(),
  open_sales: z.number().int(),
});

/** A project with all details. */
export const Project = z.object({
  id: z.number().int(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  province: z.string(),
  district: z.string(),
  address: z.string(),
  region: z.number().int(),
  seller_phone: z.string().nullable(),
  /** The promotora, in whose books the project is. */
  promoter: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  separation_centavos: z.number().int(),
  delivery_month: z.string().nullable(),
  rate_percent: z.number(),
  down_payment_percent: z.number(),
  term_months: z.number().int(),
  location_url: z.string().nullable(),
  /** Degrees; both or none. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  published: z.boolean(),
  archived: z.boolean(),
  version: z.number().int(),
  models: z.array(HouseModel),
  media: z.array(Media),
  team: z.array(TeamMember),
  /** The checklist before publication. */
  requirements: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      done: z.boolean(),
      required: z.boolean(),
      where: z.string(),
    }),
  ),
});
export type Project = z.infer<typeof Project>;

export const ProjectForm = z.object({
  name,
  slug,
  description: z.string().trim().max(4000).default(''),
  province: name,
  district: name,
  address: z.string().trim().max(200).default(''),
  region: z.union([z.literal(1), z.literal(2)]),
  seller_phone: Phone.nullable().default(null),
  promoter_id: z.number().int().nullable().optional(),
  separation_centavos: positive,
  delivery_month: month.nullable().default(null),
  rate_percent: z.number().min(0).max(30),
  down_payment_percent: z.number().min(0).max(90),
  term_months: z.number().int().min(12).max(420),
  location_url: z
    .string()
    .trim()
    .max(500)
    .regex(/^(https:\/\/|\/(?![/\\]))/, { error: 'Empieza con https:// o con / si es una página propia.' })
    .nullable()
    .default(null),
  latitude: degrees(90).nullable().default(null),
  longitude: degrees(180).nullable().default(null),
  published: z.boolean().default(false),
  archived: z.boolean().default(false),
});
