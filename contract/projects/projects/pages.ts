import { z } from 'zod';
import { Picture, page } from '#contract/page.ts';

/** Local month YYYY-MM, shown as 'MARZO 2027'. */
const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);
const Cents = z.number().int().nonnegative();

export const ProjectCard = z.object({
  slug: z.string(),
  name: z.string(),
  place: z.string(),
  summary: z.string(),
  picture: Picture.nullable(),
  /** Lowest price and the installment it means; null when no model is for sale. */
  fromPriceCents: Cents.nullable(),
  fromInstallmentCents: Cents.nullable(),
  /** The same with the state's help, where the house may have it. */
  fromHelpedCents: Cents.nullable(),
  freeLots: z.number().int().nonnegative(),
  deliveryMonth: Month.nullable(),
});
export type ProjectCard = z.infer<typeof ProjectCard>;

/** A frame of another page (a map); loaded only once its window opens. */
const Location = z.object({ frame: z.string().nullable(), address: z.string() });
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
  /** Up to this price the same help holds: a lot may add to it. */
  maxPriceCents: Cents,
  /** false: the points are to be confirmed with the text of the law. */
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
  /** The monthly installment that the price means under `terms`, without any subsidy (rulings.md 23). */
  installmentCents: Cents,
  helped: HelpedInstallment.nullable(),
  bedrooms: z.number().int(),
  bathrooms: z.number(),
  areaM2: z.number(),
  freeLots: z.number().int().nonnegative(),
  deliveryMonth: Month.nullable(),
});
export type ModelCard = z.infer<typeof ModelCard>;

/** The public plan says free or taken, and nothing about who (product.md, lots). */
export const PublicLot = z.object({
  id: z.number().int(),
  name: z.string(),
  block: z.string(),
  areaM2: z.number(),
  free: z.boolean(),
  /** Corners in units of the plan: "x,y x,y …". */
  points: z.string().regex(/^-?[\d.]+,-?[\d.]+( -?[\d.]+,-?[\d.]+)*$/),
});
export type PublicLot = z.infer<typeof PublicLot>;

export const PublicPlan = z.object({
  width: z.number().positive(),
  height: z.number().positive(),
  /** Address of the drawing under the lots: streets, green. */
  drawing: z.string().nullable(),
  lots: z.array(PublicLot),
});
export type PublicPlan = z.infer<typeof PublicPlan>;

/** What the printed installments rest on: project settings (rulings.md 23). */
export const Terms = z.object({
  annualRatePercent: z.number(),
  downPaymentPercent: z.number(),
  months: z.number().int().positive(),
});
export type Terms = z.infer<typeof Terms>;

export const projectsPage = page({
  name: 'projects/projects/ProjectsPage',
  path: '/',
  access: 'public',
  title: 'Casas nuevas en Panamá',
  description: 'Elige tu casa, mira cuánto pagarías al mes y sepárala desde tu celular.',
  robots: 'index',
  data: z.object({ projects: z.array(ProjectCard) }),
});

export const projectPage = page({
  name: 'projects/projects/ProjectPage',
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
    /** What a separation costs. */
    separationCents: Cents,
    freeLots: z.number().int().nonnegative(),
    deliveryMonth: Month.nullable(),
    plan: PublicPlan.nullable(),
    /** Digits, as wa.me takes them: the project's, else the company's. */
    sellerPhone: z.string().nullable(),
  }),
});
