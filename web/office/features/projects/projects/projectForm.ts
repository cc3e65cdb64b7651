import { withoutAccents } from '#contract/accents.ts';
import type { z } from 'zod';
import { provinces } from '#contract/company/catalogs/places.ts';
import { ProjectForm, type Project } from '#contract/projects/projects/model.ts';

type ProjectInput = z.input<typeof ProjectForm>;

/** Part of an address that says a name: `Altos de San Roque` → `altos-de-san-roque`. */
export const slugOf = (name: string) =>
  withoutAccents(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '');

/** What a person says of a project: its region follows from the province, and it is shown by an act of its own. */
export const ProjectWords = ProjectForm.omit({ region: true, published: true, archived: true });

/** Region of Ley 468 de 2025, which the province decides. */
export const regionOf = (province: string): 1 | 2 =>
  provinces.rows.find(([, label]) => label === province)?.[2]?.region === 1 ? 1 : 2;

interface Named {
  name: string | null;
  slug: string | null;
}

/** The part of an address follows the name until somebody types another. */
export const slugFollows = (now: Named, before: Named) =>
  now.name !== before.name && (before.slug ?? '') === slugOf(before.name ?? '')
    ? { slug: slugOf(now.name ?? '') }
    : undefined;

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
