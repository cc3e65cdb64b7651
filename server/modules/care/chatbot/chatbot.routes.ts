import type { FastifyInstance } from 'fastify';
import { ASK_PATH, askPage, leaveQuestion, QUESTION_LEFT } from '#contract/care/chatbot/ask.ts';
import * as api from '#contract/care/chatbot/endpoints.ts';
import type { Source } from '#contract/care/chatbot/model.ts';
import { urlOf } from '#contract/endpoint.ts';
import { paginate } from '#contract/paging.ts';
import type { Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { servePage } from '#server/kernel/pages.ts';
import { route } from '#server/kernel/route.ts';
import { fileUrl } from '#server/modules/company/files/files.service.ts';
import { changeSetting } from '#server/modules/company/settings/change.service.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { answerTo, THRESHOLD } from './answer.service.ts';
import { answerCustomerJob, readSourceJob } from './chatbot.jobs.ts';
import { findSource, findSources, findUnanswered, passagesOf, type SourceFound } from './chatbot.queries.ts';
import { DRAFT, PUBLISHED } from './passages.queries.ts';
import { followers } from './talk.service.ts';
import * as tests from './tests.service.ts';
import * as training from './training.service.ts';
import * as questions from './unanswered.service.ts';
import * as visitors from './visitors.service.ts';
import * as versions from './versions.service.ts';

export const chatbotModule: Module = {
  name: 'chatbot',
  jobs: [readSourceJob, answerCustomerJob],
  followers,
  routes(app) {
    sourceRoutes(app);
    questionRoutes(app);
    testRoutes(app);
    versionRoutes(app);
    visitorRoutes(app);
  },
};

const presentSource = (ctx: Context, { changedAt, file, ...one }: SourceFound): Source => ({
  ...one,
  file: file && { name: file.name, size: file.size, url: fileUrl(ctx, file.id) },
  changed_at: new Date(changedAt).toISOString(),
});

function sourceRoutes(app: FastifyInstance): void {
  route(
    app,
    api.train,
    async (ctx, { body }) => {
      const count = await training.train(ctx, body);
      return {
        success:
          count === 1
            ? 'Recibimos la fuente. Aparece como lista cuando se termine de leer.'
            : `Recibimos ${count} fuentes. Aparecen como listas cuando se terminen de leer.`,
      };
    },
    { before: training.requireReadable },
  );
  route(app, api.listSources, async (ctx, { query }) => {
    const { found, total } = await findSources(ctx.db, query);
    return {
      data: found.map((one) => presentSource(ctx, one)),
      meta: { pagination: paginate(query, found.length, total, urlOf(api.listSources, { query })) },
    };
  });
  route(app, api.getSource, async (ctx, { params }) => {
    const source = await findSource(ctx.db, params.id);
    if (!source) throw notFound();
    return { data: { source: presentSource(ctx, source), passages: await passagesOf(ctx.db, params.id) } };
  });
  route(
    app,
    api.replaceSource,
    async (ctx, { params, body }) => {
      await training.replaceSource(ctx, params.id, body);
      return { success: 'Recibimos el contenido nuevo. El anterior sigue hasta que lo publiques.' };
    },
    { before: training.requireReadable },
  );
  route(app, api.retrySource, async (ctx, { params }) => {
    await training.retrySource(ctx, params.id);
    return { success: 'La fuente se lee otra vez.' };
  });
  route(app, api.removeSource, async (ctx, { params }) => {
    await training.removeSource(ctx, params.id);
    return { success: 'Fuente quitada. Lo publicado cambia cuando publiques otra vez.' };
  });
}

function questionRoutes(app: FastifyInstance): void {
  route(app, api.tryBot, async (ctx, { body }) => {
    const answer = await answerTo(ctx, {
      question: body.pregunta,
      readings: body.contenido === 'publicada' ? PUBLISHED : DRAFT,
      personId: null,
      worded: true,
    });
    return {
      data: {
        ...answer,
        sources: answer.sources.map(({ sourceId, source, heading, page }) => ({
          source_id: sourceId,
          title: source,
          heading,
          page,
        })),
        threshold: Math.round(THRESHOLD * 100),
        passages: answer.passages.map(({ sourceId, share, ...one }) => ({
          ...one,
          source_id: sourceId,
          score: Math.round(share * 100),
        })),
      },
    };
  });
  route(app, api.listUnanswered, async (ctx, { query }) => {
    const { found, total } = await findUnanswered(ctx.db, query);
    return {
      data: found.map(({ firstAt, lastAt, ...one }) => ({
        ...one,
        first_at: new Date(firstAt).toISOString(),
        last_at: new Date(lastAt).toISOString(),
      })),
      meta: { pagination: paginate(query, found.length, total, urlOf(api.listUnanswered, { query })) },
    };
  });
  route(app, api.dismissUnanswered, async (ctx, { params }) => {
    await questions.dismiss(ctx, params.id);
    return { success: 'Pregunta descartada.' };
  });
  route(app, api.readLesson, async (ctx, { params }) => ({ data: await questions.lessonOf(ctx, params.id) }));
  route(app, api.teach, async (ctx, { body }) => {
    await questions.teach(ctx, body);
    return { success: 'Respuesta enseñada. El público la recibe cuando la publiques.' };
  });
}

function testRoutes(app: FastifyInstance): void {
  route(app, api.listTests, async (ctx) => ({ data: await tests.testsNow(ctx) }));
  route(app, api.addTest, async (ctx, { body }) => {
    await tests.addTest(ctx, body);
    return { success: 'Prueba agregada.' };
  });
  route(app, api.removeTest, async (ctx, { params }) => {
    await tests.removeTest(ctx, params.id);
    return { success: 'Prueba quitada.' };
  });
  route(app, api.runTests, async (ctx) => {
    const results = await tests.runTests(ctx);
    const passed = results.filter((one) => one.passed).length;
    return { data: { passed, failed: results.length - passed } };
  });
}

function versionRoutes(app: FastifyInstance): void {
  route(app, api.listVersions, async (ctx) => ({ data: await versions.versionsNow(ctx) }));
  route(app, api.publishVersion, async (ctx, { body }) => {
    const id = await versions.publish(ctx, body.nota);
    return { success: `Versión ${id} publicada. El chatbot ya responde con ella.` };
  });
  route(app, api.restoreVersion, async (ctx, { params }) => {
    await versions.restore(ctx, params.id);
    return { success: `El chatbot responde otra vez con la versión ${params.id}.` };
  });
  route(app, api.getBotRules, async (ctx) => ({ data: (await readSettings(ctx.db)).chatbot }));
  route(app, api.changeBotRules, async (ctx, { body }) => {
    await changeSetting(ctx, 'chatbot', body);
    return { data: body };
  });
}

function visitorRoutes(app: FastifyInstance): void {
  servePage(app, askPage, async (ctx, { query }) => ({ data: await visitors.askedHere(ctx, query) }));
  route(app, leaveQuestion, async (ctx, { body }) => {
    await visitors.leaveQuestion(ctx, body);
    return {
      success: QUESTION_LEFT,
      redirect: `${ASK_PATH}?enviada=1`,
    };
  });
}
