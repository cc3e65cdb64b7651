import type { FastifyInstance } from 'fastify';
import { panamaDay } from '#contract/dates.ts';
import { directionsTo } from '#contract/projects/showcase/directions.ts';
import { projectPage, projectsPage } from '#contract/projects/showcase/pages.ts';
import { notFound } from '#server/kernel/errors.ts';
import { servePage } from '#server/kernel/pages.ts';
import { projectHead, projectsHead } from './showcaseHead.ts';
import { findMedia, findPublicLots, findPublicModels, findPublicProjects } from './showcase.queries.ts';
import {
  helpedOf,
  heroOf,
  installmentOf,
  lawOfToday,
  modelCard,
  pictureOf,
  placeOf,
  planOf,
  shareOf,
  termsOf,
  videoOf,
} from './showcase.service.ts';

/** The public pages of projects and models. */
export function showcasePages(app: FastifyInstance): void {
  servePage(app, projectsPage, async (ctx) => {
    const projects = await findPublicProjects(ctx.db);
    const ids = projects.map(({ id }) => id);
    const [models, media, law] = await Promise.all([
      findPublicModels(ctx.db, ids, panamaDay(ctx.now)),
      findMedia(ctx.db, ids),
      lawOfToday(ctx),
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
        fromHelpedCents: (cheapest && helpedOf(cheapest, project, law)?.installmentCents) ?? null,
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
    const [models, media, lots, law] = await Promise.all([
      findPublicModels(ctx.db, [project.id], panamaDay(ctx.now)),
      findMedia(ctx.db, [project.id]),
      findPublicLots(ctx.db, project.id),
      lawOfToday(ctx),
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
      location: {
        frame: project.locationUrl,
        address: project.address || placeOf(project),
        directions: directionsTo({ ...project, address: project.address || placeOf(project) }),
      },
      video: videoOf(own, project.name),
      models: models.map((model) => modelCard(model, project, media, law)),
      terms: termsOf(project),
      separationCents: project.separationCents,
      freeLots: project.freeLots,
      deliveryMonth: project.deliveryMonth,
      plan: project.plan && lots.length > 0 ? planOf(project.plan, project.slug, lots) : null,
      sellerPhone: project.sellerPhone?.replace(/\D/g, '') ?? null,
    };
    return { data, head: projectHead(data, hero && shareOf(hero), ctx.config.appUrl) };
  });

  // The URL contains the content's hash, so browsers cache it for ever.
  app.get('/proyectos/:slug/plano/:sha256', { config: { access: 'public' } }, async (request, reply) => {
    const { slug, sha256 } = request.params as { slug: string; sha256: string };
    const [project] = await findPublicProjects(app.core.database.db, slug);
    if (!project?.plan?.picture || project.plan.picture !== sha256) throw notFound();
    return reply
      .type('image/webp')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(await app.core.services.files.store.read(sha256));
  });

  // As a separate image, the drawing cannot run scripts.
  app.get('/proyectos/:slug/plano.svg', { config: { access: 'public' } }, async (request, reply) => {
    const { slug } = request.params as { slug: string };
    const [project] = await findPublicProjects(app.core.database.db, slug);
    if (!project?.plan) throw notFound();
    const { width, height, background } = project.plan;
    return reply
      .type('image/svg+xml')
      .header('cache-control', 'public, max-age=300')
      .send(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${background}</svg>`);
  });
}
