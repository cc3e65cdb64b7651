import { withoutAccents } from '#contract/accents.ts';
import type { z } from 'zod';
import type { HouseModel, HouseModelForm, Project, ProjectForm } from '#contract/projects/projects/model.ts';

type ProjectInput = z.input<typeof ProjectForm>;
type ModelInput = z.input<typeof HouseModelForm>;

/** Part of an address that says a name: `Altos de San Roque` → `altos-de-san-roque`. */
export const slugOf = (name: string) =>
  withoutAccents(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '');

/** The project as its form sends it back: what is not changed stays. */
export const formOf = (project: Project): ProjectInput & { version: number } => ({
  name: project.name,
  slug: project.slug,
  description: project.description,
  province: project.province,
  district: project.district,
  address: project.address,
  region: project.region === 1 ? 1 : 2,
  seller_phone: project.seller_phone,
  separation_centavos: project.separation_centavos,
  delivery_month: project.delivery_month,
  rate_percent: project.rate_percent,
  down_payment_percent: project.down_payment_percent,
  term_months: project.term_months,
  location_url: project.location_url,
  latitude: project.latitude,
  longitude: project.longitude,
  published: project.published,
  archived: project.archived,
  version: project.version,
});

/** As formOf, of a model. */
export const modelFormOf = (model: HouseModel): ModelInput & { version: number } => ({
  name: model.name,
  slug: model.slug,
  description: model.description,
  bedrooms: model.bedrooms,
  bathrooms: model.bathrooms,
  area_m2: model.area_m2,
  price_centavos: model.price_centavos,
  price_until: model.price_until,
  position: model.position,
  published: model.published,
  archived: model.archived,
  version: model.version,
});
