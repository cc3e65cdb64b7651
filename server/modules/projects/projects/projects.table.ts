import {
  boolean,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { cents, day, id, instant, ref } from '#server/kernel/columns.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';

/** Size in metres. `picture`, the hash of an uploaded drawing, covers the whole plan and replaces the markup. */
export interface ProjectPlan {
  width: number;
  height: number;
  background: string;
  picture?: string;
  /** Increases with each save of the plan. */
  version?: number;
}

export const projects = pgTable(
  'projects',
  {
    id: id(),
    slug: text('slug').notNull().unique(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    province: text('province').notNull(),
    district: text('district').notNull(),
    address: text('address').notNull().default(''),
    /** Region of the preferential interest: 1 Panamá and Panamá Oeste, 2 the rest. */
    region: smallint('region').notNull(),
    /** Shown to buyers; null: the company's phone. E.164. */
    sellerPhone: text('seller_phone'),
    /** Amount of the separation, in cents. */
    separationCents: cents('separation_cents').notNull(),
    deliveryMonth: day('delivery_month'),
    /** Terms of the monthly installment on project cards: percent per year, percent of the price, months. */
    ratePercent: numeric('rate_percent', { precision: 5, scale: 3, mode: 'number' }).notNull(),
    downPaymentPercent: numeric('down_payment_percent', { precision: 5, scale: 2, mode: 'number' }).notNull(),
    termMonths: integer('term_months').notNull(),
    /** URL in the location frame: one of our own pages, or a host that the settings allow. */
    locationUrl: text('location_url'),
    /** Location of the site in degrees, used for the weather. Both or none. */
    latitude: numeric('latitude', { precision: 8, scale: 5, mode: 'number' }),
    longitude: numeric('longitude', { precision: 8, scale: 5, mode: 'number' }),
    /** Plan below the lots: size in metres and streets as our own SVG markup. */
    plan: jsonb('plan').$type<ProjectPlan>(),
    /** The promotora: the contracting party in whose books the project is. Kept while they have entries of it (trigger). */
    promoterId: ref('promoter_id').references(() => partners.id),
    published: boolean('published').notNull().default(false),
    archivedAt: instant('archived_at'),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('projects_by_name').on(t.name, t.id), index('projects_promoter').on(t.promoterId)],
);

export const houseModels = pgTable(
  'house_models',
  {
    id: id(),
    projectId: ref('project_id')
      .notNull()
      .references(() => projects.id),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    bedrooms: smallint('bedrooms').notNull(),
    bathrooms: numeric('bathrooms', { precision: 3, scale: 1, mode: 'number' }).notNull(),
    areaM2: numeric('area_m2', { precision: 7, scale: 2, mode: 'number' }).notNull(),
    priceCents: cents('price_cents').notNull(),
    /** Last day of the price; null: no end. */
    priceUntil: day('price_until'),
    position: integer('position').notNull().default(0),
    published: boolean('published').notNull().default(true),
    archivedAt: instant('archived_at'),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    unique('house_models_slug').on(t.projectId, t.slug),
    index('house_models_project').on(t.projectId, t.position),
  ],
);

/** Pictures, plans and videos of a project (model null) or of a model. The bytes are in the file store. */
export const media = pgTable(
  'media',
  {
    id: id(),
    projectId: ref('project_id')
      .notNull()
      .references(() => projects.id),
    modelId: ref('model_id').references(() => houseModels.id),
    /** hero · foto · plano · video */
    kind: text('kind').notNull(),
    alt: text('alt').notNull(),
    sha256: text('sha256').notNull(),
    mime: text('mime').notNull(),
    width: integer('width'),
    height: integer('height'),
    /** Smaller renderings of a picture: width → hash of its WebP. */
    variants: jsonb('variants').$type<{ width: number; sha256: string }[]>().notNull().default([]),
    position: integer('position').notNull().default(0),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('media_project').on(t.projectId, t.modelId, t.position)],
);
