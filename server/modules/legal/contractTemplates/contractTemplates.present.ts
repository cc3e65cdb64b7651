import { clauseFaults } from '#contract/legal/contractTemplates/clauses.ts';
import type { TemplateRecord, TemplateVersion } from '#contract/legal/contractTemplates/model.ts';
import {
  VERSION,
  VERSION_STATES,
  versionMachine,
  whyNotNewVersion,
} from '#contract/legal/contractTemplates/rules.ts';
import { actionOf, offersOf } from '#contract/transitions.ts';
import { urlOf } from '#contract/endpoint.ts';
import { changeVersionStatus } from '#contract/legal/contractTemplates/endpoints.ts';
import type { Permission } from '#contract/access.ts';
import type { Context } from '#server/kernel/context.ts';
import { ofCompany } from '#server/modules/legal/counsel/counsel.scope.ts';
import { notFound } from '#server/kernel/errors.ts';
import { statesOf } from '#server/modules/company/staff/history.service.ts';
import { findTemplate, findVersion, findVersions } from './contractTemplates.queries.ts';

type Found = Awaited<ReturnType<typeof findVersions>>[number];

const iso = (at: Date | null) => at && at.toISOString();
const named = (id: number) => ({ id, name: VERSION_STATES[id] ?? '' });
const rowOf = ({ version, writtenBy, approvedByName }: Found) => ({
  number: version.number,
  state: named(version.stateId),
  note: version.note,
  clauses: version.clauses.length,
  written_by: writtenBy,
  created_at: version.createdAt.toISOString(),
  submitted_at: iso(version.submittedAt),
  approved_by: approvedByName,
  approved_at: iso(version.approvedAt),
  retired_at: iso(version.retiredAt),
});

const may = (ctx: Pick<Context, 'staff'>) => (permission: Permission) => ofCompany(ctx, permission);

/** A template with its versions and history. Raises 404. */
export async function presentTemplate(ctx: Context, id: number): Promise<TemplateRecord> {
  const found = await findTemplate(ctx.db, id);
  if (!found) throw notFound();
  const versions = await findVersions(ctx.db, id);
  const states = await statesOf(ctx.db, 'plantilla_legal', [id]);
  const action = (permission: Permission, why: string | null) =>
    ofCompany(ctx, permission) ? actionOf(why) : null;
  return {
    ...found,
    versions: versions.map(rowOf),
    history: states.map((one) => ({
      id: one.id,
      from: one.from === null ? null : (VERSION_STATES[one.from] ?? ''),
      to: VERSION_STATES[one.to] ?? '',
      who: one.who,
      reason: one.reason,
      at: one.at.toISOString(),
    })),
    actions: {
      edit: action('legal.crear', null),
      draft: action('legal.crear', whyNotNewVersion(found.open, found.archived)),
      archive: action('legal.anular', null),
    },
  };
}

/** A version with its text and the approved one that it is compared with. Raises 404. */
export async function presentVersion(ctx: Context, id: number, number: number): Promise<TemplateVersion> {
  const found = await findVersion(ctx.db, id, number);
  if (!found) throw notFound();
  const { version, template } = found;
  const approved = (await findVersions(ctx.db, id)).find((one) =>
    version.stateId === VERSION.approved || version.stateId === VERSION.retired
      ? one.version.number < number && one.version.approvedAt !== null
      : one.version.stateId === VERSION.approved,
  );
  const facts = {
    wroteIt: version.writers.includes(ctx.staff?.userId ?? 0),
    fault: clauseFaults(version.clauses, template.kind)[0]?.message ?? null,
  };
  return {
    ...rowOf(found),
    template: { id: template.id, name: template.name, kind: template.kind },
    body: version.clauses,
    compared_with: approved ? { number: approved.version.number, body: approved.version.clauses } : null,
    transitions: offersOf(
      versionMachine,
      version.stateId,
      facts,
      urlOf(changeVersionStatus, { params: { id, number } }),
      may(ctx),
    ),
    edit: ofCompany(ctx, 'legal.crear')
      ? actionOf(version.stateId === VERSION.draft ? null : 'Esta versión ya no es un borrador.')
      : null,
    version: version.version,
  };
}
