import type { FastifyInstance } from 'fastify';
import { panamaDay } from '#contract/dates.ts';
import { rightAskedPage } from '#contract/overview/privacy/ask.ts';
import { rightDue } from '#contract/overview/privacy/rights.ts';
import { privacyPage } from '#contract/overview/privacy/pages.ts';
import { POLICIES, POLICY } from '#contract/sales/consents/policy.ts';
import { notFound } from '#server/kernel/errors.ts';
import { servePage } from '#server/kernel/pages.ts';
import { personHere } from './ask.service.ts';

/** The privacy policy for buyers, where they ask for their rights: the current text, or an earlier version that they accepted. */
export function privacyPages(app: FastifyInstance): void {
  servePage(app, privacyPage, async (ctx, { query: { version } }) => {
    const policy = version === undefined ? POLICY : POLICIES.find((one) => one.version === version);
    if (!policy) throw notFound();
    const sections = policy.sections.map(({ title, paragraphs }) => ({ title, paragraphs: [...paragraphs] }));
    return {
      data: {
        version: policy.version,
        from: policy.from,
        replaced: policy !== POLICY,
        sections,
        versions: POLICIES.map((one) => one.version),
        known: (await personHere(ctx))?.name ?? null,
      },
      head: { canonical: '/privacidad', robots: policy === POLICY ? 'index' : 'noindex' },
    };
  });
  servePage(app, rightAskedPage, (ctx, { query: { derecho } }) =>
    Promise.resolve({
      data: { kind: derecho, due: rightDue(derecho, panamaDay(ctx.now)) },
      head: { robots: 'noindex' },
    }),
  );
}
