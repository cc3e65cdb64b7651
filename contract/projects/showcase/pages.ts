import { z } from 'zod';
import { Picture, page } from '#contract/page.ts';
import { Directions } from './directions.ts';

/** Local month YYYY-MM, shown as 'MARZO 2027'. */
const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);
const Cents = z.number().int().nonnegative();

export const ProjectCard = z.object({
  slug: z.string(),
  name: z.string(),
  place: z.string(),
  summary: z.string(),
  picture: Picture.nullable(),
  /** Lowest price and its installment; null when no model is for sale. */
  fromPriceCents: Cents.nullable(),
  fromInstallmentCents: Cents.nullable(),
  /** The installment with the state's subsidy, when the house qualifies. */
  fromHelpedCents: Cents.nullable(),
  freeLots: z.number().int().nonnegative(),
  deliveryMonth: Month.nullable(),
});
export type ProjectCard = z.infer<typeof ProjectCard>;

/** A frame of another page (a map), loaded only when its dialog opens. */
const Location = z.object({
  frame: z.string().nullable(),
  address: z.string(),
  directions: Directions,
});
export type Location = z.infer<typeof Location>;
const Video = z.object({
  src: z.string(),
  type: z.string(),
  poster: z.string().nullable(),
  title: z.string(),
});
export type Video = z.infer<typeof Video>;

/** The installment while the state pays part of the interest, for a buyer who qualifies (domain.md §4.1). */
export const HelpedInstallment = z.object({
  installmentCents: Cents,
  months: z.number().int().positive(),
  pointsPercent: z.number(),
  /** Maximum price for the same subsidy: a lot may add to the price. */
  maxPriceCents: Cents,
  /** false: the points are still to be confirmed with the text of the law. */
  sure: z.boolean(),
});
export type HelpedInstallment = z.infer<typeof HelpedInstallment>;

export const ModelCard = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string(),
  pictures: z.array(Picture),
  plan: Picture.nullable(),
  video: Video.nullable(),
  priceCents: Cents,
  /** Monthly installment of the price under `terms`, without subsidy (rulings.md 23). */
  installmentCents: Cents,
  helped: HelpedInstallment.nullable(),
  bedrooms: z.number().int(),
  bathrooms: z.number(),
  areaM2: z.number(),
  freeLots: z.number().int().nonnegative(),
  deliveryMonth: Month.nullable(),
});
export type ModelCard = z.infer<typeof ModelCard>;

/** The public plan shows free or taken and how far the works are, and no names (product.md, lots). */
export const PublicLot = z.object({
  id: z.number().int(),
  name: z.string(),
  block: z.string(),
  areaM2: z.number(),
  free: z.boolean(),
  /** In addition to the model's price, in centavos. */
  premiumCents: z.number().int(),
  /** The model of the house on the lot; null for a bare lot, which takes any model. */
  modelId: z.number().int().nullable(),
  /** WORKS_KINDS: how far its house is. */
  works: z.number().int(),
  /** Corners in plan units: "x,y x,y …". */
  points: z.string().regex(/^-?[\d.]+,-?[\d.]+( -?[\d.]+,-?[\d.]+)*$/),
});
export type PublicLot = z.infer<typeof PublicLot>;

export const PublicPlan = z.object({
  width: z.number().positive(),
  height: z.number().positive(),
  /** URL of the drawing below the lots: streets, green areas. */
  drawing: z.string().nullable(),
  lots: z.array(PublicLot),
});
export type PublicPlan = z.infer<typeof PublicPlan>;

/** Basis of the printed installments: project settings (rulings.md 23). */
export const Terms = z.object({
  annualRatePercent: z.number(),
  downPaymentPercent: z.number(),
  months: z.number().int().positive(),
});
export type Terms = z.infer<typeof Terms>;

export const projectsPage = page({
  name: 'projects/showcase/ProjectsPage',
  path: '/',
  access: 'public',
  title: 'Casas nuevas en Panamá',
  description: 'Elige tu casa, mira cuánto pagarías al mes y sepárala desde tu celular.',
  robots: 'index',
  data: z.object({ projects: z.array(ProjectCard) }),
});

export const projectPage = page({
  name: 'projects/showcase/ProjectPage',
  path: '/proyectos/:slug',
  access: 'public',
  params: z.object({ slug: z.string().max(80) }),
  title: 'Proyecto',
  robots: 'index',
  data: z.object({
    slug: z.string(),
    name: z.string(),
    place: z.string(),
    description: z.string(),
    hero: Picture.nullable(),
    pictures: z.array(Picture),
    location: Location,
    video: Video.nullable(),
    models: z.array(ModelCard),
    terms: Terms,
    /** Price of a separation. */
    separationCents: Cents,
    freeLots: z.number().int().nonnegative(),
    deliveryMonth: Month.nullable(),
    plan: PublicPlan.nullable(),
    /** Digits for wa.me: the project's number, else the company's. */
    sellerPhone: z.string().nullable(),
  }),
});
