import { eq } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { formatMoney, installment, percentOf } from '#contract/money.ts';
import type { Picture } from '#contract/page.ts';
import type { InterestRule } from '#contract/projects/interest/model.ts';
import { planLoan } from '#contract/projects/interest/loan.ts';
import { subsidyFor } from '#contract/projects/interest/rules.ts';
import { worksKind } from '#contract/projects/lots/worksKinds.ts';
import type { HelpedInstallment, ModelCard, PublicPlan, Terms } from '#contract/projects/showcase/pages.ts';
import type { Context } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import type { Head } from '#server/kernel/pageHtml.ts';
import { rulesToday } from '#server/modules/projects/interest/interest.service.ts';
import { SHARED } from '#server/modules/projects/projects/media.service.ts';
import {
  findDeliveryMonth,
  findMedia,
  findPublicLots,
  findPublicModels,
  findPublicProjects,
  type LotRow,
  type MediaRow,
  type ModelRow,
  type ProjectRow,
} from './showcase.queries.ts';
import { houseModels, projects, type ProjectPlan } from '#server/modules/projects/projects/projects.table.ts';

export const placeOf = ({ district, province }: Pick<ProjectRow, 'district' | 'province'>) =>
  district === province ? district : `${district}, ${province}`;

/** The monthly installment of a price under the project's terms, without any subsidy, in cents (rulings.md 23). */
export function installmentOf({ priceCents }: Pick<ModelRow, 'priceCents'>, project: ProjectRow): number {
  return installment({
    principal_cents: priceCents - percentOf(priceCents, project.downPaymentPercent),
    annual_rate: project.ratePercent,
    months: project.termMonths,
  });
}

/**
 * The installment with today's preferential interest, for a buyer who qualifies: new house, main residence, no other
 * home, Panamanian or resident. Null when the law gives none for that price and region.
 */
export function helpedOf(
  { priceCents }: Pick<ModelRow, 'priceCents'>,
  project: ProjectRow,
  { rules, today }: LawOfToday,
): HelpedInstallment | null {
  const subsidy = subsidyFor(rules, {
    date: today,
    region: project.region === 1 ? 1 : 2,
    price_centavos: priceCents,
    new_dwelling: true,
    main_residence: true,
    first_home: true,
    resident: true,
    vertical: false,
    family_income_centavos: null,
    rate_percent: project.ratePercent,
  });
  if (!subsidy.applies) return null;
  const plan = planLoan({
    principal_centavos: priceCents - percentOf(priceCents, project.downPaymentPercent),
    rate_percent: project.ratePercent,
    months: project.termMonths,
    feci: false,
    subsidy,
  });
  if (!plan.with) return null;
  return {
    installmentCents: plan.with.installment_centavos,
    months: plan.with.months,
    pointsPercent: subsidy.points_percent,
    maxPriceCents: rules.find(({ id }) => id === subsidy.rule_id)!.max_centavos,
    sure: subsidy.sure,
  };
}

/** The interest rules of a day. */
export interface LawOfToday {
  rules: readonly InterestRule[];
  today: string;
}
export const lawOfToday = async (ctx: Pick<Context, 'db' | 'now'>): Promise<LawOfToday> => ({
  rules: await rulesToday(ctx.db, ctx.now),
  today: panamaDay(ctx.now),
});

export function modelCard(
  model: ModelRow,
  project: ProjectRow,
  media: readonly MediaRow[],
  law: LawOfToday,
): ModelCard {
  const own = media.filter(({ modelId }) => modelId === model.id);
  return {
    ...model,
    pictures: own.filter(({ kind }) => kind === 'hero' || kind === 'foto').map(pictureOf),
    plan: own.filter(({ kind }) => kind === 'plano').map(pictureOf)[0] ?? null,
    video: videoOf(own, model.name),
    installmentCents: installmentOf(model, project),
    helped: helpedOf(model, project, law),
  };
}

/** The project's hero picture; otherwise the first picture of one of its models. */
export function heroOf({ id }: ProjectRow, media: readonly MediaRow[]): MediaRow | undefined {
  const pictures = media.filter(({ projectId, mime }) => projectId === id && mime.startsWith('image/'));
  return (
    pictures.find(({ modelId, kind }) => modelId === null && kind === 'hero') ??
    pictures.find(({ kind }) => kind === 'hero' || kind === 'foto')
  );
}

/** Width of the largest picture that a page shows, in pixels. */
const WHOLE_MAX = 1600;

const addressOf = (sha256: string) => `/medios/${sha256}`;

export function pictureOf(row: MediaRow): Picture {
  const { width = null, height = null, sha256, mime } = row;
  // The original is used too if it is small enough.
  const whole = width !== null && width <= WHOLE_MAX && mime !== 'image/png' ? [{ width, sha256 }] : [];
  const variants = [...row.variants, ...whole].toSorted((a, b) => a.width - b.width);
  return {
    src: addressOf(variants.at(-1)?.sha256 ?? sha256),
    alt: row.alt,
    width: width ?? 1200,
    height: height ?? 800,
    variants: variants.map((one) => ({ src: addressOf(one.sha256), width: one.width })),
  };
}

/** The picture for shared links: a JPEG, which every messenger supports. */
export const shareOf = ({ sha256, alt }: MediaRow) => ({
  src: `${addressOf(sha256)}/compartir.jpg`,
  width: SHARED.width,
  height: SHARED.height,
  alt,
});

export const planOf = (
  { width, height, picture }: Pick<ProjectPlan, 'width' | 'height' | 'picture'>,
  slug: string,
  lots: readonly LotRow[],
) => ({
  width,
  height,
  drawing: picture ? `/proyectos/${slug}/plano/${picture}` : `/proyectos/${slug}/plano.svg`,
  lots: lots.map(({ progress, ...lot }) => ({
    ...lot,
    works: worksKind(progress ?? undefined),
    points: lot.polygon.map((corner) => corner.join(',')).join(' '),
  })),
});

export function videoOf(media: readonly MediaRow[], name: string) {
  const video = media.find(({ kind }) => kind === 'video');
  const poster = media.find(({ kind }) => kind === 'hero' || kind === 'foto');
  return video
    ? {
        src: addressOf(video.sha256),
        type: video.mime,
        poster: poster ? pictureOf(poster).src : null,
        title: `Video de ${name}`,
      }
    : null;
}

export const termsOf = (project: ProjectRow): Terms => ({
  annualRatePercent: project.ratePercent,
  downPaymentPercent: project.downPaymentPercent,
  months: project.termMonths,
});

export interface ModelOnSale {
  project: ProjectRow;
  card: ModelCard;
  /** The project's drawing with its lots; null when it has none. */
  plan: PublicPlan | null;
  /** Head tags for shared links to the model. */
  head: Partial<Head>;
}

/** A model on sale today, with the data of its buy page; null when it is not on sale. */
export async function modelOnSale(
  ctx: Pick<Context, 'db' | 'now' | 'config'>,
  modelId: number,
): Promise<ModelOnSale | null> {
  const [found] = await ctx.db
    .select({ slug: projects.slug })
    .from(houseModels)
    .innerJoin(projects, eq(projects.id, houseModels.projectId))
    .where(eq(houseModels.id, modelId));
  const [project] = found ? await findPublicProjects(ctx.db, found.slug) : [];
  if (!project) return null;
  const [models, media, lots, law] = await Promise.all([
    findPublicModels(ctx.db, [project.id], panamaDay(ctx.now)),
    findMedia(ctx.db, [project.id]),
    findPublicLots(ctx.db, project.id),
    lawOfToday(ctx),
  ]);
  const model = models.find(({ id }) => id === modelId);
  if (!model) return null;
  const card = modelCard(model, project, media, law);
  const own = media.find((one) => one.modelId === modelId && one.mime.startsWith('image/'));
  const image = own ?? heroOf(project, media);
  return {
    project,
    card,
    plan: project.plan && lots.length > 0 ? planOf(project.plan, project.slug, lots) : null,
    head: {
      title: `${model.name} · ${project.name}`,
      description: `${model.bedrooms} recámaras, ${model.areaM2} m², ${formatMoney(model.priceCents)}. Letra desde ${formatMoney((card.helped ?? card).installmentCents)} al mes${card.helped ? ' con interés preferencial' : ''}. ${placeOf(project)}.`,
      canonical: `/comprar/${modelId}`,
      image: image && shareOf(image),
    },
  };
}

/** A published project as it is on sale today. */
export type OnSale = Pick<ProjectRow, 'name' | 'freeLots' | 'deliveryMonth'> & {
  models: (Pick<ModelRow, 'name' | 'bedrooms' | 'priceCents' | 'freeLots' | 'deliveryMonth'> & {
    /** With the preferential interest where the law gives it. */
    installmentCents: number;
  })[];
};

/** What the company sells today, in the order of the site. */
export async function onSaleToday(ctx: Pick<Context, 'db' | 'now'>): Promise<OnSale[]> {
  const projects = await findPublicProjects(ctx.db);
  const law = await lawOfToday(ctx);
  const models = await findPublicModels(
    ctx.db,
    projects.map(({ id }) => id),
    law.today,
  );
  return projects.map((project) => ({
    ...project,
    models: models
      .filter(({ projectId }) => projectId === project.id)
      .map((model) => ({
        ...model,
        installmentCents: helpedOf(model, project, law)?.installmentCents ?? installmentOf(model, project),
      })),
  }));
}

/** Month of delivery of a model on a lot, YYYY-MM, as the site shows it; null when unknown. */
export const deliveryMonthOf = (
  ctx: Pick<Context, 'db'>,
  modelId: number,
  lotId: number | null,
): Promise<string | null> => findDeliveryMonth(ctx.db, modelId, lotId);

/** The picture of a model, on sale or not; null when it has none. */
export async function pictureOfModel(
  db: Db,
  model: { id: number; projectId: number },
): Promise<Picture | null> {
  const media = await findMedia(db, [model.projectId]);
  const own = media.find(({ modelId, kind }) => modelId === model.id && (kind === 'hero' || kind === 'foto'));
  return own ? pictureOf(own) : null;
}
