import type { FastifyInstance } from 'fastify';
import {
  announceAgain,
  MISSED_MAX,
  missedChanges,
  recordChanges,
} from '#contract/company/realtime/endpoints.ts';
import {
  CHANGES_CHANNEL,
  CHANGES_EVENT,
  kindOfReference,
  MARK_EVENT,
  recordChannel,
  type LiveChange,
} from '#contract/realtime.ts';
import type { RecordKind } from '#contract/records.ts';
import type { Announced } from '#server/kernel/changes.ts';
import { staffOf } from '#server/kernel/context.ts';
import type { Module } from '#server/kernel/core.ts';
import { channel } from '#server/kernel/realtime/channels.ts';
import { changesAfter, latestMark, markOf, textOfMark } from '#server/kernel/realtime/feed.ts';
import { requireRecord } from '#server/kernel/records.ts';
import { route } from '#server/kernel/route.ts';
import { together } from '#server/kernel/together.ts';
import { changedFields } from './fields.queries.ts';
import { isOwn, kindsOf } from './kinds.service.ts';

/** Live updates of records, from the feed alone, and who has a record open. */
export const realtimeModule: Module = {
  name: 'realtime',
  routes(app) {
    changeChannel(app);
    channel(app, {
      name: recordChannel(':reference', ':id'),
      access: 'colleagues',
      may: async (ctx, { reference = '', id = '' }) =>
        /^[1-9]\d{0,15}$/.test(id) && ((await ctx.records.get(reference)?.(ctx, Number(id))) ?? false),
    });
    route(app, missedChanges, async (ctx, { query }) => {
      // After a restart every client comes back at once, most of them with the same mark.
      const { found, more } = await together(ctx.db, `missed ${query.after}`, () =>
        changesAfter(ctx.db, markOf(query.after)!, MISSED_MAX),
      );
      const last = more ? await latestMark(ctx.db) : found.at(-1);
      const staff = staffOf(ctx);
      const kinds = kindsOf(app, staff);
      const heard = more ? [] : found.filter((one) => hears(kinds, staff.userId, one));
      return {
        data: {
          mark: last ? textOfMark(last) : query.after,
          refresh: more,
          changes: heard.map(told),
        },
      };
    });
    route(app, recordChanges, async (ctx, { params, query }) => {
      await requireRecord(ctx, params.reference, params.id);
      const record = kindOfReference(params.reference);
      return { data: await changedFields(ctx.db, { record, id: params.id }, new Date(query.desde)) };
    });
    route(app, announceAgain, async (ctx, { params }) => {
      const { userId } = staffOf(ctx);
      await app.core.realtime.bus.send('again', { evento: params.evento, userId });
      return { data: {} };
    });
  },
};

const hears = (kinds: ReadonlySet<string>, userId: number, change: Announced): boolean =>
  isOwn(change) ? change.ofId === userId : kinds.has(change.record);

const told = (change: Announced): LiveChange => ({
  mark: textOfMark(change),
  record: change.record as RecordKind,
  id: change.recordId,
  verb: change.verb,
  from: change.from,
  to: change.to,
  of: change.ofRecord === null ? null : [change.ofRecord, change.ofId!],
  by: change.actorKind === 'staff' ? Number(change.actorId) : null,
});

/** Colleagues who hear the same kinds are one group: a batch is filtered and encoded once for all of them. */
function changeChannel(app: FastifyInstance): void {
  const { realtime } = app.core;
  channel(app, {
    name: CHANGES_CHANNEL,
    access: 'staff',
    group: (staff) => [...kindsOf(app, staff)].join(' '),
    joined: ({ send }) => send(MARK_EVENT, { mark: textOfMark(realtime.mark()) }),
  });
  realtime.onChanges((batch) => {
    const mark = textOfMark(realtime.mark());
    const shared = batch.filter((one) => !isOwn(one));
    for (const group of realtime.groupsOf(CHANGES_CHANNEL)) {
      const kinds = new Set(group.split(' '));
      const changes = shared.filter(({ record }) => kinds.has(record)).map(told);
      if (changes.length > 0) realtime.emit(CHANGES_CHANNEL, CHANGES_EVENT, { mark, changes }, group);
    }
    const own = batch.filter(isOwn);
    if (own.length === 0) return;
    for (const { staff, send } of realtime.subscribersOf(CHANGES_CHANNEL)) {
      const changes = own.filter(({ ofId }) => ofId === staff?.userId).map(told);
      if (changes.length > 0) send(CHANGES_EVENT, { mark, changes });
    }
  });
}
