import { withoutAccents } from '#contract/accents.ts';
import type { z } from 'zod';
import { provinces } from '#contract/company/catalogs/places.ts';
import { ProjectForm, type Project } from '#contract/projects/projects/model.ts';

type ProjectInput = z.input<typeof ProjectForm>;

/** The URL slug of a name: `Altos de San Roque` → `altos-de-san-roque`. */
export const slugOf = (name: string) =>
  withoutAccents(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '');

/** A project's editable fields. The region follows from the province; publishing is an action. */
export const ProjectWords = ProjectForm.omit({ region: true, published: true, archived: true });

/** Region by province (Ley 468 de 2025). */
export const regionOf = (province: string): 1 | 2 =>
  provinces.rows.find(([, label]) => label === province)?.[2]?.region === 1 ? 1 : 2;

interface Named {
  name: string | null;
  slug: string | null;
}

/** The slug follows the name until the user types another. */
export const slugFollows = (now: Named, before: Named) =>
  now.name !== before.name && (before.slug ?? '') === slugOf(before.name ?? '')
    ? { slug: slugOf(now.name ?? '') }
    : undefined;

/** The project as its form's request body, unchanged. */
export const formOf = (project: Project): ProjectInput & { version: number } => ({
  name: project.name,
  slug: project.slug,
  description: project.description,
  province: project.province,
  district: project.district,
  address: project.address,
  region: project.region === 1 ? 1 : 2,
  seller_phone: project.seller_phone,
  promoter_id: project.promoter?.id ?? null,
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
