import { and, eq, inArray } from 'drizzle-orm';
import { isMailed, NOTICE_KIND_NAMES, type NoticeKind } from '#contract/company/notifications/kinds.ts';
import {
  NOTICE_CHANNELS,
  NOTICE_DEFAULTS,
  type NoticeChannel,
  type NoticePreferences,
  type NoticeSettings,
} from '#contract/company/notifications/model.ts';
import type { Db } from '#server/kernel/db.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { noticeSettings } from './notifications.table.ts';

type Row = typeof noticeSettings.$inferSelect;

export interface Recipient extends NoticeSettings {
  userId: number;
  email: string;
  name: string;
  /** The user's own choice; undefined: the default. */
  wants(kind: NoticeKind, channel: NoticeChannel): boolean | undefined;
}

const settingsOf = (row: Row | null | undefined): NoticeSettings =>
  row
    ? { digest: row.digest, quiet: row.quiet, quiet_from: row.quietFrom, quiet_to: row.quietTo }
    : NOTICE_DEFAULTS;

/** The active ones of these users, and how they want their notices. */
export async function findRecipients(db: Db, userIds: readonly number[]): Promise<Recipient[]> {
  const found = await db
    .select({ userId: users.id, email: users.email, name: users.name, row: noticeSettings })
    .from(users)
    .leftJoin(noticeSettings, eq(noticeSettings.userId, users.id))
    .where(and(inArray(users.id, [...userIds]), users.active));
  return found.map(({ row, ...user }) => ({
    ...user,
    ...settingsOf(row),
    wants: (kind, channel) => row?.wanted[kind]?.[channel],
  }));
}

/** Without a choice of the user: push comes for everything, mail for what has a mail of its own. */
const standard = (kind: NoticeKind, channel: NoticeChannel): boolean => channel === 'push' || isMailed(kind);

const CHANNELS = Object.keys(NOTICE_CHANNELS) as NoticeChannel[];

export async function readPreferences(db: Db, userId: number): Promise<NoticePreferences> {
  const [row] = await db.select().from(noticeSettings).where(eq(noticeSettings.userId, userId));
  return {
    ...settingsOf(row),
    kinds: NOTICE_KIND_NAMES.map((kind) => ({
      kind,
      channels: Object.fromEntries(
        CHANNELS.map((channel) => [channel, row?.wanted[kind]?.[channel] ?? standard(kind, channel)]),
      ) as Record<NoticeChannel, boolean>,
    })),
  };
}

/** Stores what differs from the default, so that a later default reaches who chose nothing. */
export async function writePreferences(
  db: Db,
  userId: number,
  { kinds, digest, quiet, quiet_from: quietFrom, quiet_to: quietTo }: NoticePreferences,
): Promise<NoticePreferences> {
  const [before] = await db
    .select({ wanted: noticeSettings.wanted })
    .from(noticeSettings)
    .where(eq(noticeSettings.userId, userId))
    .for('no key update');
  const wanted: Row['wanted'] = { ...before?.wanted };
  for (const { kind, channels } of kinds)
    wanted[kind] = Object.fromEntries(
      CHANNELS.filter((channel) => channels[channel] !== standard(kind, channel)).map((channel) => [
        channel,
        channels[channel],
      ]),
    );
  const set = { digest, quiet, quietFrom, quietTo, wanted };
  await db
    .insert(noticeSettings)
    .values({ userId, ...set })
    .onConflictDoUpdate({ target: noticeSettings.userId, set });
  return readPreferences(db, userId);
}
