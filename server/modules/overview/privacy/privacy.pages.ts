import type { FastifyInstance } from 'fastify';
import { privacyPage } from '#contract/overview/privacy/pages.ts';
import { POLICIES, POLICY } from '#contract/sales/consents/policy.ts';
import { notFound } from '#server/kernel/errors.ts';
import { servePage } from '#server/kernel/pages.ts';

/** The privacy policy for buyers: the current text, or an earlier version that they accepted. */
export function privacyPages(app: FastifyInstance): void {
  servePage(app, privacyPage, async (_ctx, { query: { version } }) => {
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
      },
      head: { canonical: '/privacidad', robots: policy === POLICY ? 'index' : 'noindex' },
    };
  });
}
