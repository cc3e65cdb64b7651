import type { FastifyInstance } from 'fastify';
import { panamaDay } from '#contract/dates.ts';
import { installment, percentOf } from '#contract/money.ts';
import type { Picture } from '#contract/page.ts';
import { projectPage, projectsPage, type ModelCard } from '#contract/projects/pages.ts';
import { notFound } from '#server/kernel/errors.ts';
import { servePage } from '#server/kernel/pages.ts';
import { SHARED } from './media.routes.ts';
import { projectHead, projectsHead } from './projectHead.ts';
import {
  findMedia,
  findPublicLots,
  findPublicModels,
  findPublicProjects,
  type LotRow,
  type MediaRow,
  type ModelRow,
  type ProjectRow,
} from './projectPages.queries.ts';

/** The public pages of what is sold. */
export function projectPages(app: FastifyInstance): void {
  servePage(app, projectsPage, async (ctx) => {
    const projects = await findPublicProjects(ctx.db);
    const ids = projects.map(({ id }) => id);
    const [models, media] = await Promise.all([
      findPublicModels(ctx.db, ids, panamaDay(ctx.now)),
      findMedia(ctx.db, ids),
    ]);
    const cards = projects.map((project) => {
      const cheapest = models
        .filter(({ projectId }) => projectId === project.id)
        .toSorted((a, b) => a.priceCents - b.priceCents)[0];
      const hero = heroOf(project, media);
      return {
        slug: project.slug,
        name: project.name,
        place: placeOf(project),
        summary: project.description.split('\n')[0]!,
        picture: hero ? pictureOf(hero) : null,
        fromPriceCents: cheapest?.priceCents ?? null,
        fromInstallmentCents: cheapest ? installmentOf(cheapest, project) : null,
        freeLots: project.freeLots,
        deliveryMonth: project.deliveryMonth,
      };
    });
    const first = projects[0] && heroOf(projects[0], media);
    return {
      data: { projects: cards },
      head: projectsHead(cards, first && shareOf(first), ctx.config.appUrl),
    };
  });

  servePage(app, projectPage, async (ctx, { params }) => {
    const [project] = await findPublicProjects(ctx.db, params.slug);
    if (!project) throw notFound();
    const [models, media, lots] = await Promise.all([
      findPublicModels(ctx.db, [project.id], panamaDay(ctx.now)),
      findMedia(ctx.db, [project.id]),
      findPublicLots(ctx.db, project.id),
    ]);
    const hero = heroOf(project, media);
    const own = media.filter(({ modelId }) => modelId === null);
    const data = {
      slug: project.slug,
      name: project.name,
      place: placeOf(project),
      description: project.description,
      hero: hero ? pictureOf(hero) : null,
      pictures: own.filter(({ kind }) => kind === 'foto').map(pictureOf),
      location: { frame: project.locationUrl, address: project.address || placeOf(project) },
      video: videoOf(own, project.name),
      models: models.map((model) => modelCard(model, project, media)),
      terms: {
        annualRatePercent: project.ratePercent,
        downPaymentPercent: project.downPaymentPercent,
        months: project.termMonths,
      },
      separationCents: project.separationCents,
      freeLots: project.freeLots,
      deliveryMonth: project.deliveryMonth,
      plan: project.plan && lots.length > 0 ? planOf(project.plan, project.slug, lots) : null,
      sellerPhone: project.sellerPhone?.replace(/\D/g, '') ?? null,
    };
    return { data, head: projectHead(data, hero && shareOf(hero), ctx.config.appUrl) };
  });

  // As a picture of its own, the drawing can hold nothing that runs.
  app.get('/proyectos/:slug/plano.svg', { config: { access: 'public' } }, async (request, reply) => {
    const { slug } = request.params as { slug: string };
    const [project] = await findPublicProjects(app.house.database.db, slug);
    if (!project?.plan) throw notFound();
    const { width, height, background } = project.plan;
    return reply
      .type('image/svg+xml')
      .header('cache-control', 'public, max-age=300')
      .send(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${background}</svg>`);
  });
}

const placeOf = ({ district, province }: Pick<ProjectRow, 'district' | 'province'>) =>
  district === province ? district : `${district}, ${province}`;

/** The monthly installment that a price means under the project's terms, without any subsidy (rulings.md 23). */
function installmentOf({ priceCents }: Pick<ModelRow, 'priceCents'>, project: ProjectRow): number {
  return installment({
    principal_cents: priceCents - percentOf(priceCents, project.downPaymentPercent),
    annual_rate: project.ratePercent,
    months: project.termMonths,
  });
}

function modelCard(model: ModelRow, project: ProjectRow, media: readonly MediaRow[]): ModelCard {
  const own = media.filter(({ modelId }) => modelId === model.id);
  return {
    ...model,
    pictures: own.filter(({ kind }) => kind === 'hero' || kind === 'foto').map(pictureOf),
    plan: own.filter(({ kind }) => kind === 'plano').map(pictureOf)[0] ?? null,
    video: videoOf(own, model.name),
    installmentCents: installmentOf(model, project),
  };
}

/** The project's large picture; without one, the first that any of its models has. */
function heroOf({ id }: ProjectRow, media: readonly MediaRow[]): MediaRow | undefined {
  const pictures = media.filter(({ projectId, mime }) => projectId === id && mime.startsWith('image/'));
  return (
    pictures.find(({ modelId, kind }) => modelId === null && kind === 'hero') ??
    pictures.find(({ kind }) => kind === 'hero' || kind === 'foto')
  );
}

const addressOf = (sha256: string) => `/medios/${sha256}`;

function pictureOf(row: MediaRow): Picture {
  const variants = row.variants.toSorted((a, b) => a.width - b.width);
  return {
    src: addressOf(variants.at(-1)?.sha256 ?? row.sha256),
    alt: row.alt,
    width: row.width ?? 1200,
    height: row.height ?? 800,
    variants: variants.map(({ width, sha256 }) => ({ src: addressOf(sha256), width })),
  };
}

/** What a shared link shows: a JPEG, which every messenger takes. */
const shareOf = ({ sha256, alt }: MediaRow) => ({
  src: `${addressOf(sha256)}/compartir.jpg`,
  width: SHARED.width,
  height: SHARED.height,
  alt,
});

const planOf = (
  { width, height }: { width: number; height: number },
  slug: string,
  lots: readonly LotRow[],
) => ({
  width,
  height,
  drawing: `/proyectos/${slug}/plano.svg`,
  lots: lots.map((lot) => ({ ...lot, points: lot.polygon.map((corner) => corner.join(',')).join(' ') })),
});

function videoOf(media: readonly MediaRow[], name: string) {
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
